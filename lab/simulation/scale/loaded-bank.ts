import { openBooks as openRealBooks } from '@bank/server/books/books'
import { chanceOf } from '../chance.ts'
import type { Faults } from '../faults.ts'
import type { Locks } from '../locks.ts'
import type { Network } from '../model-connection.ts'
import { openModelDatabase } from '../model-database.ts'
import { startProcess } from '../simulated-process.ts'
import type { Timeline } from '../timeline.ts'
import { openClosedLoop } from './closed-loop.ts'
import { connectingAtCost } from './connect-at-cost.ts'
import { openMachine, type Thread } from './machine.ts'
import { bankStripes, isOfBank, openScaleBank } from './scale-bank.ts'
import type { ScaleSetup } from './scale-setup.ts'
import { servingTransfers } from './serve-transfers.ts'
import { openWriteAheadLog } from './write-ahead-log.ts'

/** What has been done since the start. Times are milliseconds, of all processes together. */
export type Counters = {
  readonly answered: number
  readonly batches: number
  readonly committed: number
  /** Processor time of the event loops, and of the database's machine. */
  readonly loop: number
  readonly database: number
  /** Time of the log's flushes. */
  readonly log: number
  /** Time in which the books waited for rows of the bank and of customers. */
  readonly bankRow: number
  readonly customerRow: number
}

/** A bank under load, which is at work while the timeline is played. */
export type LoadedBank = {
  readonly counters: () => Counters
  /** Throws when a transfer was refused, or acknowledged and not booked. */
  readonly requireBooked: () => void
}

// Longer than a process takes to connect.
const startMilliseconds = 10

const wallClockStart = Date.UTC(2026, 0, 1)

const noFaults: Omit<Faults, 'latency'> = {
  at: () => null,
  atConnect: () => null,
  pause: () => 0,
  heal: () => {},
  statements: () => 0,
  hasUnexpectedErrors: false,
}

/** Starts the processes and their clients. */
export async function openLoadedBank(
  setup: ScaleSetup,
  { timeline, noteProgress, seed }: Pick<Network, 'timeline' | 'noteProgress'> & { seed: number },
): Promise<LoadedBank> {
  const { costs, sliceMilliseconds, processCores } = setup
  const chance = chanceOf(seed)
  const vary = (milliseconds: number) => milliseconds * chance.between(1 - setup.spread, 1 + setup.spread)
  const { tables, customers } = openScaleBank(setup.customers ?? setup.processes * setup.clients)
  const model = openModelDatabase(timeline, tables, bankStripes)
  const { locks, waited } = watchLocks(model.locks, timeline)
  const faults = { ...noFaults, latency: () => setup.databaseMilliseconds }
  const network: Network = { timeline, database: { ...model, locks }, faults, noteProgress }
  const machine = openMachine(timeline, { cores: setup.databaseCores, sliceMilliseconds, vary })
  const log = openWriteAheadLog(timeline, setup.log)
  const sender = processCores === null ? machine.openThread() : null
  const loops: Thread[] = []
  const load = openClosedLoop(setup, { timeline, chance, customers, sender })
  let batches = 0
  let committed = 0
  for (let number = 0; number < setup.processes; number++) {
    const own =
      processCores === null
        ? machine
        : openMachine(timeline, { cores: processCores, sliceMilliseconds, vary })
    const loop = own.openThread()
    loops.push(loop)
    const process = await startProcess(network, {
      number,
      chance,
      clock: () => Math.floor(wallClockStart + timeline.now()),
      openBooks: (options) => openRealBooks({ ...options, isStriped: setup.isStriped }),
      connect: connectingAtCost({
        costs,
        loop,
        machine,
        log,
        committed(transfers) {
          batches++
          committed += transfers
        },
      }),
    })
    const threads = { loop, others: own.openThread(), lookupBackend: machine.openThread() }
    const serve = servingTransfers(network, process, costs, threads)
    // One after the other, so that each finds a stripe of its own.
    timeline.after(number * startMilliseconds, () => load.start(number, serve))
  }
  return {
    counters: () => ({
      answered: load.answered(),
      batches,
      committed,
      loop: loops.reduce((sum, { used }) => sum + used(), 0),
      database: machine.used(),
      log: log.used(),
      ...waited,
    }),
    requireBooked: () => load.requireBooked(tables.transactions),
  }
}

/** The same locks, and how long was waited for them in milliseconds. */
function watchLocks(locks: Locks, timeline: Timeline) {
  const waited = { bankRow: 0, customerRow: 0 }
  const acquire: Locks['acquire'] = (holder, lockable, granted, refused) => {
    const since = timeline.now()
    const grantedLater = () => {
      const kind = lockable.table === 'ledger_accounts' && isOfBank(lockable.key) ? 'bankRow' : 'customerRow'
      waited[kind] += timeline.now() - since
      granted()
    }
    return locks.acquire(holder, lockable, grantedLater, refused)
  }
  return { waited, locks: { ...locks, acquire } }
}
