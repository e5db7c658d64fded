import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { mutants } from './mutants.ts'
import { playFaultPlan } from './play-fault-plan.ts'

// In a program of its own, beside the fault plans below.
test.concurrent('the simulation finds every mutant of the books that is not rare', async () => {
  const args = [fileURLToPath(new URL('./simulate.ts', import.meta.url)), '--mutants', '--plans', '400']
  // This throws on exit code 1, when one was not found.
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const found = stdout.split('\n').filter((line: string) => line.startsWith('found by'))
  expect(found).toHaveLength(mutants.length)
})

// Enough for each kind of fault at most of the statements.
const plans = 1_000

test.concurrent(`in ${plans} fault plans nothing acknowledged is lost, nothing is booked twice, and every caller is answered`, async () => {
  const found: string[] = []
  let commits = 0
  // Most fault plans create many errors, whose stacks are never read.
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  for (let seed = 0; seed < plans; seed++) {
    const { findings, commits: own } = await playFaultPlan(seed)
    commits += own
    for (const finding of findings) found.push(`npm run simulate -- --seed ${seed}: ${finding}`)
  }
  Error.stackTraceLimit = stackTraceLimit
  expect(found).toEqual([])
  // Without commits the fault plans would check nothing.
  expect(commits).toBeGreaterThan(plans)
})

test('a seed gives the same fault plan each time', async () => {
  expect(await playFaultPlan(12)).toEqual(await playFaultPlan(12))
})
