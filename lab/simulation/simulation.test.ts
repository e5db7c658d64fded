import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { mutants } from './mutants.ts'
import { playSchedule } from './play-schedule.ts'
import { seedsThatFailed } from './seeds-that-failed.ts'

// Enough to meet each kind of fault at most of the statements; `npm run simulate` plays as many as there is time for.
const schedules = 1_000

for (const { seed, found } of seedsThatFailed) {
  test(`schedule ${seed}, in which once ${found}, goes well`, async () => {
    expect((await playSchedule(seed)).findings).toEqual([])
  })
}

test(`in ${schedules} schedules of faults nothing acknowledged is lost, nothing is done twice, and everybody is answered`, async () => {
  const found: string[] = []
  let commits = 0
  // Errors are what most schedules are made of, and nobody reads where they came from.
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  for (let seed = 0; seed < schedules; seed++) {
    const { findings, commits: own } = await playSchedule(seed)
    commits += own
    for (const finding of findings) found.push(`npm run simulate -- --seed ${seed}: ${finding}`)
  }
  Error.stackTraceLimit = stackTraceLimit
  expect(found).toEqual([])
  // The schedules were worth playing.
  expect(commits).toBeGreaterThan(schedules)
}, 90_000)

test('a schedule is the same each time it is played', async () => {
  expect(await playSchedule(12)).toEqual(await playSchedule(12))
})

test('books that are broken in any one of many ways are found', async () => {
  const program = fileURLToPath(new URL('./simulate.ts', import.meta.url))
  const asked = [program, '--mutants', '--schedules', '400']
  // It ends with 1, and this throws, where it has not found them all.
  const { stdout } = await promisify(execFile)(process.execPath, asked)
  const found = stdout.split('\n').filter((line: string) => line.startsWith('found by'))
  expect(found).toHaveLength(mutants.filter(({ isRare }) => !isRare).length)
}, 90_000)
