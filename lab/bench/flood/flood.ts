import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { root } from '../bank-process.ts'
import { countTransfers, openBenchmarkDatabase } from '../benchmark-database.ts'
import { checkBooks } from '../check-books.ts'
import { openClosing } from '../closing.ts'
import { lookAtMachine, tellMachine } from '../machine.ts'
import { watchOthers } from '../others.ts'
import { goalLine } from '../report.ts'
import { saveReport } from '../save-report.ts'
import { seedCustomers } from '../seed.ts'
import { tableOf } from '../table.ts'
import { type FloodArguments, readFloodArguments } from './flood-arguments.ts'
import { failuresOf, floodFindings, isAboveLimit } from './flood-findings.ts'
import { type Measured, measureFlood, type Phase } from './measure-flood.ts'
import { startBareServer, startStrangers } from './stranger-process.ts'

// How long transfers take while strangers ask every path of the bank. A measurement, never a test: a high ratio is printed and
// ends it with an error only with --strict. A transfer without acknowledgement, a failure of the bank and wrong books always do.

const closing = openClosing()
const senderCount = 1_000
// Each may have five live connections: together 1,000.
const liveCount = 200

try {
  await flood(readFloodArguments(process.argv.slice(2)))
} catch (error) {
  // What fails while a run is being stopped has failed because of that.
  if (!closing.hasBegun()) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
await closing.closeAll()

async function flood(asked: FloodArguments): Promise<void> {
  const begunAt = new Date()
  const machine = await lookAtMachine()
  console.log(
    `${tellMachine(machine)}; ${machine.busyBefore.toFixed(2)} programs at work in the minute before`,
  )
  const others = watchOthers()
  const measured = await measureAll(asked)
  const findings = measured.map(floodFindings)
  for (const { title, headings, rows, notes = [] } of findings.flatMap(({ tables = [] }) => tables)) {
    console.log(`\n${title}\n\n${tableOf(headings, rows)}\n\n${notes.join('\n')}`)
  }
  console.log(`\n${findings.flatMap(({ figures }) => figures.map(goalLine)).join('\n')}\n`)
  const seconds = (Date.now() - begunAt.getTime()) / 1_000
  const report = { begunAt, seconds, machine, others: others(), arguments: asked, findings }
  for (const path of saveReport(report, join(root, 'lab/results/flood'))) console.log(path)

  const failures = measured.flatMap(failuresOf)
  for (const failure of failures) console.error(failure)
  const isTooSlow = asked.isStrict && findings.some(({ phases }) => phases.some(isAboveLimit))
  if (failures.length > 0 || isTooSlow) process.exitCode = 1
}

/** Measures each set-up on a bank process of its own, all on one database, and proves the books at the end. */
async function measureAll(asked: FloodArguments): Promise<Measured[]> {
  const database = await openBenchmarkDatabase(closing)
  const secretKey = randomBytes(32).toString('hex')
  const people = await seedCustomers(database.bank, { count: senderCount + liveCount, secretKey })
  const scene = {
    ...{ databaseUrl: database.url, secretKey, closing },
    customers: people.slice(0, senderCount),
    cookies: people.slice(senderCount).map(({ token }) => token),
    strangers: startStrangers(closing),
    bareServerPort: await startBareServer(closing),
  }
  const measured: Measured[] = []
  for (const setUp of asked.setUps) {
    console.log(`\n${setUp.title}`)
    measured.push(await measureFlood(scene, setUp, asked, say))
  }
  const acknowledged = measured
    .flatMap(({ phases }) => phases)
    .reduce((sum, one) => sum + one.acknowledged, 0)
  const booked = await countTransfers(database.bank)
  if (booked < acknowledged)
    throw new Error(`${acknowledged} transfers were acknowledged and ${booked} are booked.`)
  console.log(`\n${acknowledged} transfers acknowledged, ${booked} booked with those of the warm-up`)
  console.log(await checkBooks({ databaseUrl: database.url, secretKey }, closing))
  return measured
}

function say({ name, medianMilliseconds, p99Milliseconds }: Phase): void {
  console.log(`  ${name}: median ${medianMilliseconds.toFixed(1)} ms, p99 ${p99Milliseconds.toFixed(1)} ms`)
}
