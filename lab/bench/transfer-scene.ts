import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Arguments } from './arguments.ts'
import { startBank } from './bank-process.ts'
import {
  analyze,
  type BenchmarkDatabase,
  countTransfers,
  openBenchmarkDatabase,
} from './benchmark-database.ts'
import { checkBooks } from './check-books.ts'
import type { Closing } from './closing.ts'
import type { Subject } from './measure-transfers.ts'
import { openPgbench } from './pgbench.ts'
import { seedCustomers } from './seed.ts'
import { sendTransfers, type TransferRound } from './send-transfers.ts'

/** Everything that transfers are measured on: one PostgreSQL, the bank on it in all its shapes, and who sends. */
export type TransferScene = {
  readonly subject: Subject
  readonly database: BenchmarkDatabase
  /** Rounds that were sent and count for nothing but the books. */
  readonly warmUps: readonly TransferRound[]
  /** Stops the bank. Throws where its books are not right, or lack one of the transfers acknowledged in these rounds. */
  readonly end: (rounds: readonly TransferRound[]) => Promise<void>
}

/** Opens it with so many customers, and warms it up. */
export async function openTransferScene(
  { seconds, rounds, scale, profile }: Arguments,
  customerCount: number,
  closing: Closing,
): Promise<TransferScene> {
  const database = await openBenchmarkDatabase(closing)
  const secretKey = randomBytes(32).toString('hex')
  const customers = await seedCustomers(database.bank, { count: customerCount, secretKey })
  const pgbench = await openPgbench(database.tpcb, { scale, closing })
  for (const place of [database.bank, database.tpcb]) await analyze(place)
  const start = (options: { profile?: string | undefined; program?: string } = {}) =>
    startBank({ databaseUrl: database.url, secretKey, profile: undefined, ...options }, closing)
  const banks = [await start({ profile }), await start()] as const
  const naive = await start({ program: naiveProgram })
  console.log(
    `PostgreSQL ${database.version}; ${pgbench ? `TPC-B by ${pgbench.version} at scale ${scale}` : 'no pgbench found'}; ` +
      `${customers.length.toLocaleString('en-US')} customers; medians of ${rounds} rounds of ${seconds} s`,
  )
  const subject = { banks, naive, customers, pgbench, place: database.bank, closing }

  // Programs are slower in their first seconds: rounds that do not count.
  const warmUps: TransferRound[] = []
  console.log('Warming up…')
  for (const bank of [...banks, naive]) {
    const target = { ...subject, banks: [bank], customers: customers.slice(0, usualCustomers) }
    warmUps.push(await sendTransfers(target, { by: 'lean', connections: 64, seconds }))
  }
  await pgbench?.run(16, seconds)
  return { subject, database, warmUps, end }

  async function end(sent: readonly TransferRound[]): Promise<void> {
    await Promise.all([...banks, naive].map((bank) => bank.stop()))
    const acknowledged = [...warmUps, ...sent].reduce((sum, round) => sum + round.acknowledged, 0)
    const booked = await countTransfers(database.bank)
    if (booked < acknowledged) {
      throw new Error(`${acknowledged} transfers were acknowledged and ${booked} are booked.`)
    }
    console.log(`\n${acknowledged} transfers acknowledged, ${booked} booked`)
    console.log(await checkBooks({ databaseUrl: database.url, secretKey }, closing))
  }
}

/** Who sends where the number of accounts is not what is measured. */
export const usualCustomers = 1_000

const naiveProgram = fileURLToPath(new URL('./naive-bank.ts', import.meta.url))
