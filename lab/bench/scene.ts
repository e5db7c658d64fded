import { randomBytes } from 'node:crypto'
import { type BankProcess, startBank } from './bank-process.ts'
import { type Database, type DatabaseUse, query, startPostgres, watchDatabase } from './database.ts'
import { type Load, sendTransfers } from './load.ts'
import { type ProcessUse, watchProcess } from './processes.ts'
import { type SeededCustomer, seedCustomers } from './seed.ts'

/** A bank with signed-in customers who have money. */
export type Scene = {
  readonly database: Database
  readonly secretKey: string
  readonly bank: BankProcess
  readonly customers: readonly SeededCustomer[]
}

export const usualCustomers = 1_000

export async function openScene(cleanup: AsyncDisposableStack): Promise<Scene> {
  const database = await startPostgres(cleanup)
  const secretKey = randomBytes(32).toString('hex')
  // The program creates the tables.
  const bank = await startBank({ url: database.url, secretKey }, cleanup)
  const customers = await seedCustomers(database.place, { count: usualCustomers, secretKey })
  return { database, secretKey, bank, customers }
}

/** Throws when fewer transfers were booked than acknowledged. */
export function requireBooked(acknowledged: number, { bookedTransfers }: DatabaseUse): void {
  if (bookedTransfers >= acknowledged) return
  throw new Error(`${acknowledged} transfers were acknowledged and ${bookedTransfers} are booked.`)
}

export type Round = Load & {
  readonly bank: ProcessUse
  readonly database: DatabaseUse
}

/** Sends one round of transfers and watches the bank and PostgreSQL meanwhile. */
export async function measureRound(
  { bank, database, customers }: Pick<Scene, 'bank' | 'database' | 'customers'>,
  load: { connections: number; seconds: number },
): Promise<Round> {
  const stopDatabase = await watchDatabase(database.place)
  const stopBank = watchProcess(bank.pid)
  try {
    const sent = await sendTransfers(bank.address, customers, load)
    const round = { ...sent, bank: stopBank(), database: await stopDatabase() }
    requireBooked(round.acknowledged, round.database)
    return round
  } finally {
    stopBank()
  }
}

export const perSecond = (round: Round) => round.perSecond
/** Microseconds of processor time for each acknowledged transfer. */
export const bankCost = ({ bank, acknowledged }: Round) => (bank.processorSeconds * 1e6) / acknowledged
export const postgresCost = ({ database, acknowledged }: Round) =>
  (database.processorSeconds * 1e6) / acknowledged
export const bankMegabytes = ({ bank }: Round) => bank.memoryBytes / 1e6

/** Flushes PostgreSQL's writes, so that no round does it for another. */
export function checkpoint({ place }: Database): Promise<void> {
  return query(place, 'checkpoint')
}
