import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

// What `npm test` runs after the static checks: Vitest, beside it the short chaos, which waits more than half of its time, and
// then the journeys. The output of chaos is printed when Vitest has ended.

const held: Buffer[] = []
const children: ChildProcess[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
    printHeld()
    process.exit(1)
  })
}

const chaos = hasPassed(start('npm', ['run', '--silent', 'chaos', '--', '--commit'], 'pipe'))
const passed = await hasPassed(start('vitest', ['run'], 'inherit'))
const survived = await chaos
printHeld()
const arrived =
  passed && survived && (await hasPassed(start('npm', ['run', '--silent', 'journeys'], 'inherit')))
process.exitCode = arrived ? 0 : 1

function start(command: string, args: string[], output: 'inherit' | 'pipe'): ChildProcess {
  const child = spawn(command, args, { stdio: ['ignore', output, output] })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes: Buffer) => held.push(bytes))
  children.push(child)
  return child
}

async function hasPassed(child: ChildProcess): Promise<boolean> {
  const [code] = await once(child, 'close')
  return code === 0
}

function printHeld(): void {
  for (const output of held.splice(0)) process.stdout.write(output)
}
