import type { DatabasePlace } from '@bank/server/postgres/database-address'
import type { BankProcess } from './bank-process.ts'
import type { Closing } from './closing.ts'
import type { Customer } from './customer.ts'
import { type DatabaseUse, watchDatabase } from './database-use.ts'
import { generateLoad } from './generate-load.ts'
import type { Load, LoadResult } from './load.ts'
import { type Watched, watchProcess } from './process-watch.ts'

/** One round of transfers, with what the bank's own processes and the database took for it. */
export type TransferRound = LoadResult & {
  readonly seconds: number
  /** The most memory that one process held, and the processor time of all. */
  readonly bank: Watched
  readonly database: DatabaseUse
}

/** Whom transfers are sent to, and by whom. */
export type Target = {
  readonly banks: readonly BankProcess[]
  readonly customers: readonly Customer[]
  readonly place: DatabasePlace
  readonly closing: Closing
}

/** Sends one round, and watches the bank and the database meanwhile. */
export async function sendTransfers(
  { banks, customers, place, closing }: Target,
  load: Pick<Load, 'by' | 'connections' | 'seconds' | 'perSecond'>,
): Promise<TransferRound> {
  const database = await watchDatabase(place)
  const watches = banks.map(({ pid }) => watchProcess(pid))
  try {
    const addresses = banks.map(({ address }) => address)
    const result = await generateLoad({ ...load, addresses, customers }, closing)
    const watched = watches.map((watch) => watch())
    return { ...result, seconds: load.seconds, bank: together(watched), database: await database() }
  } finally {
    for (const watch of watches) watch()
  }
}

function together(watched: readonly Watched[]): Watched {
  const known = (numbers: readonly (number | undefined)[]) => numbers.filter((one) => one !== undefined)
  const memory = known(watched.map(({ memoryBytes }) => memoryBytes))
  const processor = known(watched.map(({ processorSeconds }) => processorSeconds))
  return {
    memoryBytes: memory.length === 0 ? undefined : Math.max(...memory),
    processorSeconds: processor.length === 0 ? undefined : processor.reduce((sum, one) => sum + one, 0),
  }
}
