import { applyFault } from './apply-fault.ts'
import type { Faults } from './faults.ts'
import type { ModelDatabase } from './model-database.ts'
import type { Query } from './model-statements.ts'
import { openModelTransaction } from './model-transaction.ts'
import { sqlError } from './sql-error.ts'
import type { Timeline, Timer } from './timeline.ts'

/** The answer to a trip: the rows of each query, or the error of the first that failed. */
export type Answer = readonly (readonly object[])[] | Error

/** Queries that arrived together. Those after a failed one are not executed. */
type Trip = {
  readonly queries: readonly Query[]
  readonly rows: (readonly object[])[]
  isUnreadable: boolean
}

// The idle_in_transaction_session_timeout of the books.
const idleInTransactionMillisecondsMax = 3_000

type SessionOptions = {
  readonly timeline: Timeline
  readonly database: ModelDatabase
  readonly faults: Faults
  readonly answer: (answer: Answer) => void
  /** The connection is lost; null when the client does not notice. */
  readonly lost: (error: Error | null) => void
}

/** A backend of the server, which executes the trips of one connection in their order, and a hang-up after them, with a rollback. */
export function openSession({ timeline, database, faults, answer, lost }: SessionOptions) {
  const inbox: (readonly Query[] | 'end')[] = []
  const faultTarget = { fail, fatal, garble, cut, deafen }
  const transaction = openModelTransaction(timeline, database, { isOver: () => isOver, done, failed: fail })
  let trip: Trip | null = null
  let isOver = false
  let idle: Timer | undefined

  function end(): void {
    isOver = true
    timeline.cancel(idle)
    transaction.end()
  }

  function next(): void {
    if (isOver || trip) return
    const arrived = inbox.shift()
    if (arrived === 'end') end()
    else if (arrived) {
      timeline.cancel(idle)
      trip = { queries: arrived, rows: [], isUnreadable: false }
      goOn(trip)
    } else if (transaction.isOpen()) {
      idle = timeline.after(idleInTransactionMillisecondsMax, () => fatal('25P03'))
    }
  }

  function goOn({ queries, rows }: Trip): void {
    const query = queries[rows.length]
    const pause = query ? faults.pause() : 0
    if (!query) reply(rows)
    else if (pause > 0) timeline.after(pause, () => begin(query))
    else begin(query)
  }

  function fatal(code: string): void {
    end()
    lost(sqlError('terminating connection', code))
  }

  function cut(milliseconds: number, error: Error | null): void {
    if (milliseconds > 0) timeline.after(milliseconds, end)
    else end()
    inbox.length = 0
    isOver = true
    lost(error)
  }

  function deafen(error: Error): void {
    inbox.push('end')
    lost(error)
  }

  function garble(): void {
    if (!trip || trip.isUnreadable) return
    trip.isUnreadable = true
    answer(sqlError('received invalid response: 7a'))
  }

  /** Applies a fault, if any. Whether the statement continues. */
  function continues(query: Query, moment: 'before' | 'after', later: () => void): boolean {
    if (isOver) return false
    return applyFault(faultTarget, faults.at(query, moment), { moment, timeline, later })
  }

  function begin(query: Query): void {
    const proceed = () => void (isOver || transaction.run(query))
    if (continues(query, 'before', proceed)) proceed()
  }

  function done(query: Query, rows: readonly object[]): void {
    const onwards = () => {
      if (isOver || !trip) return
      trip.rows.push(rows)
      goOn(trip)
    }
    if (continues(query, 'after', onwards)) onwards()
  }

  function fail(error: Error): void {
    if (isOver) return
    transaction.fail()
    reply(error)
  }

  function reply(result: Answer): void {
    if (isOver || !trip) return
    if (!trip.isUnreadable) answer(result)
    trip = null
    next()
  }

  function arrive(message: readonly Query[] | 'end'): void {
    if (isOver) return
    inbox.push(message)
    next()
  }

  return { receive: arrive, hangUp: () => arrive('end') }
}
