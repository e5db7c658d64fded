import type { Books, openBooks } from '@bank/server/books/books'
import type { Database } from '@bank/server/postgres/database'
import type { Chance } from './chance.ts'
import { modelInternalAccounts, modelPinKey, pinRecoveryLimitMinor } from './model-bank.ts'
import { connectTo, type Network, type Process, sleepOn } from './model-connection.ts'

export type OpenBooks = typeof openBooks

/** A process of the bank with the real books and simulated time, chance and network. */
export type SimulatedProcess = Process & {
  readonly books: Books
  readonly killed: Promise<'killed'>
  readonly kill: () => void
}

const ownRows = Object.entries(modelInternalAccounts).flatMap(
  ([currency, { settlement, inTransit, disputes }]) => [
    { id: settlement, kind: 'settlement', currency },
    { id: inTransit, kind: 'in_transit', currency },
    { id: disputes, kind: 'disputes', currency },
  ],
)

/** `clock` returns the time of day of the process. */
export async function startProcess(
  network: Network,
  {
    number,
    chance,
    clock,
    openBooks,
  }: {
    number: number
    chance: Chance
    clock: () => number
    openBooks: OpenBooks
  },
): Promise<SimulatedProcess> {
  const { timeline, noteProgress } = network
  const process: Process = { isAlive: true, connections: new Set() }
  const killed = Promise.withResolvers<'killed'>()
  let ids = 0
  const wait = (milliseconds = 0) => sleepOn(network, milliseconds, process)
  const books = await openBooks({
    db: { query: async () => ({ rows: ownRows }), server: { locksSessions: true } } as unknown as Database,
    pinKey: modelPinKey,
    clock,
    guardRules: { timeZone: 'UTC', dayLimitMinor: null, monthLimitMinor: null, pinRecoveryLimitMinor },
    environment: {
      elapsed: timeline.now,
      wait: wait as never,
      chance: chance.next,
      // The number is in the first group, because attempts count in the last.
      newId: () => `${number.toString(16).padStart(8, '0')}-000${ids++}-4000-800f-000000000000`,
      connect: (_, options) => connectTo(network, process, options),
    },
  })
  return Object.assign(process, {
    books,
    killed: killed.promise,
    kill() {
      process.isAlive = false
      for (const hangUp of process.connections) hangUp()
      noteProgress()
      killed.resolve('killed')
    },
  })
}
