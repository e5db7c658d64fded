import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

for (const [command, program] of Object.entries({
  bench: 'bench/bench.ts',
  chaos: 'chaos/chaos.ts',
  simulate: 'simulation/simulate.ts',
  vitals: 'screens/vitals/vitals.ts',
})) {
  test(`npm run ${command} names a wrong argument, prints its usage and exits with 2`, () => {
    const args = [join(import.meta.dirname, program), '--hours', '1']
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect(stderr).toMatch(new RegExp(`^Unknown option '--hours'[^\n]*\n\nnpm run ${command} -- `))
    expect(status).toBe(2)
  })
}
