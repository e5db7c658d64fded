import { randomBytes } from 'node:crypto'
import type { Arguments } from './arguments.ts'
import { startBank } from './bank-process.ts'
import { analyze, checkpoint, countTransfers, openBenchmarkDatabase } from './benchmark-database.ts'
import { checkBooks } from './check-books.ts'
import type { Closing } from './closing.ts'
import type { Findings } from './figure.ts'
import { type Measurement, measureTransfers, sendTransfers } from './measure-transfers.ts'
import { openPgbench } from './pgbench.ts'
import { mostMegabytes, ratioAt, transferTable } from './report.ts'
import { seedCustomers } from './seed.ts'

/** How many transfers a second the bank takes through HTTP, beside the database itself. */
export async function transferFindings(
  { connections, seconds, rounds, scale, profile }: Arguments,
  closing: Closing,
): Promise<Findings> {
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
  await bank.stop()

  const sent = [warmUp, ...measurements.flatMap(({ lean, autocannon }) => [...lean, ...autocannon])]
  const acknowledged = sent.reduce((sum, round) => sum + round.acknowledged, 0)
  const booked = await countTransfers(database.bank)
  if (booked < acknowledged)
    throw new Error(`${acknowledged} transfers were acknowledged and ${booked} are booked.`)
  console.log(`${acknowledged} transfers acknowledged, ${booked} booked`)
  console.log(await checkBooks({ databaseUrl: database.url, secretKey }, closing))
  return {
    part: 'transfers',
    tables: [transferTable(measurements)],
    figures: [
      {
        name: 'Times TPC-B at 64 connections',
        value: ratioAt(measurements, 64),
        unit: '',
        goal: { atLeast: 2.5 },
      },
      {
        name: 'Most memory of the bank under load',
        value: mostMegabytes(measurements),
        unit: ' MB',
        goal: { atMost: 250 },
      },
    ],
  }
}
