import { join } from 'node:path'
import { root } from '../bank-command.ts'
import { readOptions } from '../options.ts'
import { compareWith } from './against.ts'
import { checkAlerts } from './alerts.ts'
import { type Options, type Part, readArguments, usage } from './arguments.ts'
import { measureBooksCheck } from './books-check.ts'
import { measureFlood } from './flood/flood.ts'
import { measureLatency } from './latency.ts'
import { describeMachine, versionOf } from './machine.ts'
import { type Findings, missesGoal, reportText, saveReport } from './report.ts'
import { measureSchedules } from './schedules.ts'
import { measureSearches } from './searches.ts'
import { measureStart } from './start.ts'
import { measureTransfers } from './transfers.ts'

// Exits with 1 after wrong books, a refused or lost transfer or a failure of the bank; with --strict also after a missed goal.

const options = readOptions(usage, () => readArguments(process.argv.slice(2)))
const parts: Record<Part, (options: Options, cleanup: AsyncDisposableStack) => Promise<Findings>> = {
  start: measureStart,
  transfers: measureTransfers,
  latency: measureLatency,
  'books-check': measureBooksCheck,
  searches: measureSearches,
  schedules: measureSchedules,
  alerts: checkAlerts,
  flood: measureFlood,
}

let stopped: Promise<void> | undefined
let cleanup = new AsyncDisposableStack()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // npm sends Ctrl-C a second time.
  process.on(signal, () => {
    stopped ??= cleanup.disposeAsync().finally(() => process.exit(130))
  })
}

try {
  await run(options)
} catch (error) {
  // An interruption makes the running part fail.
  if (!stopped) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

async function run(options: Options): Promise<void> {
  const begunAt = new Date()
  const machine = await describeMachine()
  console.log(`${machine.name}, ${machine.details}\n`)
  const findings: Findings[] = []
  const { against } = options
  if (against !== undefined) findings.push(await measured((stack) => compareWith(against, options, stack)))
  else for (const part of options.parts) findings.push(await measured((stack) => parts[part](options, stack)))

  const seconds = (Date.now() - begunAt.getTime()) / 1_000
  const report = { begunAt, seconds, version: versionOf(root), machine, options, findings }
  console.log(`\n${reportText(report)}`)
  for (const path of saveReport(report, join(root, 'lab/results/bench'))) console.log(path)
  const failures = findings.flatMap((part) => part.failures ?? [])
  for (const failure of failures) console.error(failure)
  const misses = findings.flatMap(({ figures }) => figures).filter(missesGoal)
  if (failures.length > 0 || (options.isStrict && misses.length > 0)) process.exitCode = 1
}

/** Runs one part and closes everything it opened. */
async function measured(measure: (stack: AsyncDisposableStack) => Promise<Findings>): Promise<Findings> {
  await using stack = new AsyncDisposableStack()
  cleanup = stack
  return await measure(stack)
}
