import type { BoundStatement, PipelinedConnection } from '@bank/server/postgres/pipelined-connection'
import { connectTo } from '../model-connection.ts'
import type { Query } from '../model-statements.ts'
import { type Costs, timeOf } from './costs.ts'
import type { Machine, Thread, Urgency } from './machine.ts'
import type { WriteAheadLog } from './write-ahead-log.ts'

/** Where the work of a process's connections of the books is done. */
export type Places = {
  readonly costs: Costs
  /** The event loop of the process. */
  readonly loop: Thread
  /** The database's machine, on which each connection has a backend. */
  readonly machine: Machine
  readonly log: WriteAheadLog
  /** Called when a batch is on disk. */
  readonly committed: (transfers: number) => void
}

/** Returns a `connectTo` whose trips take the time of the event loop and of a backend, and whose commits take a flush. */
export function connectingAtCost({ costs, loop, machine, log, committed }: Places): typeof connectTo {
  const { sendFirstTrip, decide, readSecondTrip } = costs.loop
  return async (network, process, options) => {
    const pace = paceOf(costs, machine.openThread(), log, committed)
    const connection = await connectTo({ ...network, pace }, process, options)
    const work = (milliseconds: number, urgency: Urgency) =>
      new Promise<void>((resolve) => {
        const done = () => {
          network.noteProgress()
          resolve()
        }
        loop.run(milliseconds, done, urgency)
      })
    const ask = async (trip: readonly BoundStatement[]) => {
      const isSecond = trip.at(-1)!.statement.name === 'books-commit'
      const transfers = Math.max(...trip.map(({ values }) => rowsOf(values)))
      // The second is sent by the code that reads the first.
      if (!isSecond) await work(timeOf(sendFirstTrip, transfers), 'trip')
      const answers = await connection.ask(trip)
      await work(timeOf(isSecond ? readSecondTrip : decide, transfers), 'event')
      return answers
    }
    return { ...connection, ask } as PipelinedConnection
  }
}

/** The pace of a backend: each statement takes its time, and a commit waits for its flush besides. */
function paceOf(
  { statements, afterFlush }: Costs,
  backend: Thread,
  log: WriteAheadLog,
  committed: (transfers: number) => void,
) {
  let written = 0
  return ({ name = '', values = [] }: Query, begin: () => void) => {
    if (name === 'books-write') written = rowsOf(values)
    const transfers = name === 'books-commit' ? written : rowsOf(values)
    // The statements of a new connection have no cost: they are rare.
    const cost = statements[name] ?? { once: 0, each: 0 }
    const flush = () =>
      log.flush(written, () => {
        committed(written)
        backend.run(afterFlush / 1_000, begin)
      })
    backend.run(timeOf(cost, transfers), name === 'books-commit' ? flush : begin)
  }
}

/** How many rows the values of a statement are for: the length of the first array, 0 without one. */
function rowsOf([first]: readonly unknown[]): number {
  return first instanceof Buffer ? first.readInt32BE(12) : 0
}
