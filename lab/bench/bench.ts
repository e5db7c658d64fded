import { join } from 'node:path'
import { type Arguments, type Part, readArguments } from './arguments.ts'
import { root } from './bank-process.ts'
import { openClosing } from './closing.ts'
import type { Findings } from './figure.ts'
import { fileFindings } from './file-findings.ts'
import { growthFindings } from './growth-findings.ts'
import { lookAtMachine, tellMachine } from './machine.ts'
import { measureLive } from './measure-live.ts'
import { watchOthers } from './others.ts'
import { pageGoals } from './page-goals.ts'
import { goalLine } from './report.ts'
import { restartFindings } from './restart-findings.ts'
import { saveReport } from './save-report.ts'
import { measureStart } from './start-time.ts'
import { tableOf } from './table.ts'
import { transferFindings } from './transfer-findings.ts'
import { userGoals } from './user-goals.ts'

// How fast the bank is, beside the database itself, in one run. A benchmark, never a test: whether a goal is met is
// printed and changes nothing; only wrong books, a refused transfer or a failure end it with an error.

const closing = openClosing()

/** What finds out about which parts, in the order in which they are run. */
const parts: readonly (readonly [readonly Part[], (asked: Arguments) => Findings[] | Promise<Findings[]>])[] =
  [
    [['page'], () => [pageGoals()]],
    [['start'], async () => [await startGoal()]],
    [['transfers', 'latency', 'contention'], (asked) => transferFindings(asked, closing)],
    [['live'], async () => [await liveGoals()]],
    [['restart'], async (asked) => [await restartFindings(asked, closing)]],
    [['growth'], async (asked) => [await growthFindings(asked, closing)]],
    [['files'], async () => [await fileFindings(closing)]],
    [['users'], async () => [await userGoals(closing)]],
  ]

try {
  await bench(readArguments(process.argv.slice(2)))
} catch (error) {
  // What fails while a run is being stopped has failed because of that.
  if (!closing.hasBegun()) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
await closing.closeAll()

async function bench(asked: Arguments): Promise<void> {
  const begunAt = new Date()
  const machine = await lookAtMachine()
  console.log(tellMachine(machine))
  console.log(
    `Busy before we begin: ${machine.busyBefore.toFixed(2)} programs at work on average in the last minute\n`,
  )
  const others = watchOthers()
  const findings: Findings[] = []
  for (const [part, measure] of parts) {
    if (part.some((one) => asked.parts.includes(one))) findings.push(...show(await measure(asked)))
  }
  console.log(`${findings.flatMap(({ figures }) => figures.map(goalLine)).join('\n')}\n`)
  const seconds = (Date.now() - begunAt.getTime()) / 1_000
  const report = { begunAt, seconds, machine, others: others(), arguments: asked, findings }
  for (const path of saveReport(report, join(root, 'lab/results/bench'))) console.log(path)
}

/** Puts the tables on the screen, and gives back what it was given. */
function show(found: Findings[]): Findings[] {
  for (const { title, headings, rows, notes = [] } of found.flatMap(({ tables = [] }) => tables)) {
    console.log(`\n${title}\n\n${tableOf(headings, rows)}\n${notes.map((note) => `\n${note}`).join('')}\n`)
  }
  return found
}

async function startGoal(): Promise<Findings> {
  const { first, again } = await measureStart(closing)
  const name = `npm start until ready (${first.toFixed(2)} s with an empty DATA_DIR), with data`
  return { part: 'start', figures: [{ name, value: again, unit: ' s', goal: { atMost: 3 } }] }
}

async function liveGoals(): Promise<Findings> {
  const { memoryBytes, slowestMilliseconds } = await measureLive(1_000, closing)
  return {
    part: 'live',
    figures: [
      {
        name: 'Memory of 1,000 live connections',
        value: memoryBytes / 1_000_000,
        unit: ' MB',
        goal: { atMost: 60 },
      },
      {
        name: 'From a change to the last of 1,000 screens',
        value: slowestMilliseconds / 1_000,
        unit: ' s',
        goal: { atMost: 1 },
      },
    ],
  }
}
