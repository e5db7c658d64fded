import { type Books, openBooks as openRealBooks } from '@bank/server/books/books'
import type { Database } from '@bank/server/postgres/database'
import type { Chance } from './chance.ts'
import { modelInternalAccounts, modelPinKey } from './model-bank.ts'
import { connectTo, type Network, type Process } from './model-connection.ts'

export type OpenBooks = typeof openRealBooks

/** A process of the bank with the real books, in a world in which time, chance and the network are played. */
export type SimulatedProcess = Process & {
  readonly books: Books
  /** Resolves when the process was killed: nobody will be answered by it any more. */
  readonly killed: Promise<'killed'>
  readonly kill: () => void
}

const ownRows = Object.entries(modelInternalAccounts).flatMap(([currency, { settlement, inTransit }]) => [
  { id: settlement, kind: 'settlement', currency },
  { id: inTransit, kind: 'in_transit', currency },
])

/** Starts one. `clock` gives the time of day as the process sees it. */
export async function startProcess(
  network: Network,
  {
    number,
    chance,
    clock,
    openBooks = openRealBooks,
  }: { number: number; chance: Chance; clock: () => number; openBooks?: OpenBooks | undefined },
): Promise<SimulatedProcess> {
  const { timeline, stir } = network
  const process: Process = { isAlive: true, connections: new Set() }
  const killed = Promise.withResolvers<'killed'>()
  const wait = (milliseconds = 0) =>
    new Promise<void>((resolve) => {
      timeline.after(milliseconds, () => {
        if (!process.isAlive) return
        stir()
        resolve()
      })
    })
  const books = await openBooks({
    db: { query: async () => ({ rows: ownRows }) } as unknown as Database,
    pinKey: modelPinKey,
    clock,
    environment: {
      elapsed: timeline.now,
      wait: wait as never,
      chance: chance.next,
      // The number comes first: attempts count in the last group.
      newId: () => `${number.toString(16).padStart(8, '0')}-0000-4000-800f-000000000000`,
      connect: (_, options) => connectTo(network, process, options),
    },
  })
  return Object.assign(process, {
    books,
    killed: killed.promise,
    kill() {
      process.isAlive = false
      for (const hangUp of process.connections) hangUp()
      stir()
      killed.resolve('killed')
    },
  })
}
