import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { type Arguments, readArguments } from './arguments.ts'
import { root, startBank } from './bank-process.ts'
import { analyze, checkpoint, countTransfers, openBenchmarkDatabase } from './benchmark-database.ts'
import { runCommand } from './child.ts'
import { openClosing } from './closing.ts'
import { historyGoals } from './history-goals.ts'
import { measureLive } from './measure-live.ts'
import { type Measurement, measureTransfers, sendTransfers } from './measure-transfers.ts'
import { pageGoals } from './page-goals.ts'
import { openPgbench } from './pgbench.ts'
import { goalLine, mostMegabytes, ratioAt, reportOf } from './report.ts'
import { seedCustomers } from './seed.ts'
import { measureStart } from './start-time.ts'
import { userGoals } from './user-goals.ts'

// How fast the bank is, beside the database itself, in one run. A benchmark, never a test: whether a goal is met is
// printed and changes nothing; only wrong books, a refused transfer or a failure end it with an error.

const legend = `transfers/s: through HTTP, each with a session and a PIN; ms: half of them, and 99 of 100, were answered sooner
ratio: transfers to TPC-B of the same round; cpu: share of one core, of the bank's process and of what sends
others: what programs that have nothing to do with this took of the machine; with more than a little, measure again`

const closing = openClosing()
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
  const gibibytes = Math.round(totalmem() / 2 ** 30)
  console.log(
    `${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), ${gibibytes} GiB, Node ${process.version}`,
  )
  console.log(
    `Busy before we begin: ${loadavg()[0]!.toFixed(2)} programs at work on average in the last minute\n`,
  )
  const goals = [
    ...(asked.parts.includes('page') ? pageGoals() : []),
    ...(asked.parts.includes('start') ? [await startGoal()] : []),
    ...(asked.parts.includes('transfers') ? await transferGoals(asked) : []),
    ...(asked.parts.includes('live') ? await liveGoals() : []),
    ...(asked.parts.includes('reading') || asked.parts.includes('files')
      ? await historyGoals(
          { reading: asked.parts.includes('reading'), files: asked.parts.includes('files') },
          closing,
        )
      : []),
    ...(asked.parts.includes('users') ? await userGoals(closing) : []),
  ]
  console.log(goals.join('\n'))
}

async function startGoal(): Promise<string> {
  const { first, again } = await measureStart(closing)
  const name = `npm start until ready (${first.toFixed(2)} s with an empty DATA_DIR), with data`
  return goalLine(name, again, { atMost: 3 }, ' s')
}

async function liveGoals(): Promise<string[]> {
  const { memoryBytes, slowestMilliseconds } = await measureLive(1_000, closing)
  return [
    goalLine('Memory of 1,000 live connections', memoryBytes / 1_000_000, { atMost: 60 }, ' MB'),
    goalLine('From a change to the last of 1,000 screens', slowestMilliseconds / 1_000, { atMost: 1 }, ' s'),
  ]
}

async function transferGoals({ connections, seconds, rounds, scale, profile }: Arguments): Promise<string[]> {
  const database = await openBenchmarkDatabase(closing)
  const secretKey = randomBytes(32).toString('hex')
  const customers = await seedCustomers(database.bank, { count: 1_000, secretKey })
  const pgbench = await openPgbench(database.tpcb, { scale, closing })
  for (const place of [database.bank, database.tpcb]) await analyze(place)
  const bank = await startBank({ databaseUrl: database.url, secretKey, profile }, closing)
  console.log(
    `PostgreSQL ${database.version}; ${pgbench ? `TPC-B by ${pgbench.version} at scale ${scale}` : 'no pgbench found'}; ` +
      `${customers.length} customers; medians of ${rounds} rounds of ${seconds} s`,
  )
  const subject = { bank, customers, pgbench, closing }
  // Programs are slower in their first seconds: a round that does not count.
  const warmUp = await sendTransfers(subject, { by: 'lean', connections: 64, seconds })
  await pgbench?.run(16, seconds)

  const measurements: Measurement[] = []
  for (const each of connections) {
    await checkpoint(database.bank)
    measurements.push(await measureTransfers(subject, { connections: each, seconds, rounds }, console.log))
  }
  console.log(`\n${reportOf(measurements)}\n\n${legend}\n`)
  await bank.stop()

  const sent = [warmUp, ...measurements.flatMap(({ lean, autocannon }) => [...lean, ...autocannon])]
  const acknowledged = sent.reduce((sum, round) => sum + round.acknowledged, 0)
  const booked = await countTransfers(database.bank)
  if (booked < acknowledged)
    throw new Error(`${acknowledged} transfers were acknowledged and ${booked} are booked.`)
  console.log(`${acknowledged} transfers acknowledged, ${booked} booked`)
  await checkBooks(database.url, secretKey)
  console.log()
  return [
    goalLine('Times TPC-B at 64 connections', ratioAt(measurements, 64), { atLeast: 1.5 }),
    goalLine('Most memory of the bank under load', mostMegabytes(measurements), { atMost: 250 }, ' MB'),
  ]
}

async function checkBooks(databaseUrl: string, secretKey: string): Promise<void> {
  const command = join(root, 'scripts/check-books.ts')
  if (!existsSync(command)) return
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl, SECRET_KEY: secretKey }
  console.log((await runCommand(process.execPath, [command], { env, closing })).trim())
}
