import { applyFault } from './apply-fault.ts'
import type { Faults } from './faults.ts'
import { newHolder } from './locks.ts'
import type { Change, ModelDatabase } from './model-database.ts'
import { type Plan, planOf, type Query } from './model-statements.ts'
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

/** A backend of the server, which executes the trips of one connection in their order. */
export type Session = {
  readonly receive: (queries: readonly Query[]) => void
  /** The client closes the connection: trips that arrived before are executed, then an open transaction is rolled back. */
  readonly hangUp: () => void
}

/** Calls `begin` when the server has the processor time and the flush of the log that a statement needs before it takes effect. */
export type Pace = (query: Query, begin: () => void) => void

// The idle_in_transaction_session_timeout of the books.
const idleInTransactionMillisecondsMax = 3_000

export function openSession({
  timeline,
  database,
  faults,
  pace,
  answer,
  lost,
}: {
  readonly timeline: Timeline
  readonly database: ModelDatabase
  readonly faults: Faults
  /** Without it statements take no time, but for the pauses of `faults`. */
  readonly pace: Pace | undefined
  readonly answer: (answer: Answer) => void
  /** The connection is lost; null when the client does not notice. */
  readonly lost: (error: Error | null) => void
}): Session {
  const inbox: (readonly Query[] | 'end')[] = []
  const self = newHolder()
  const faultTarget = { fail, fatal, garble, cut, deafen }
  let transaction: { failed: boolean; readonly changes: Change[] } | null = null
  let trip: Trip | null = null
  let isOver = false
  let idle: Timer | undefined

  function end(): void {
    isOver = true
    timeline.cancel(idle)
    transaction = null
    database.locks.release(self)
  }

  function next(): void {
    if (isOver || trip) return
    const arrived = inbox.shift()
    if (arrived === 'end') end()
    else if (arrived) {
      timeline.cancel(idle)
      trip = { queries: arrived, rows: [], isUnreadable: false }
      goOn(trip)
    } else if (transaction) {
      idle = timeline.after(idleInTransactionMillisecondsMax, () => fatal('25P03'))
    }
  }

  function goOn({ queries, rows }: Trip): void {
    const query = queries[rows.length]
    const pause = query && !pace ? faults.pause() : 0
    if (!query) reply(rows)
    else if (pace) pace(query, () => begin(query))
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
    if (continues(query, 'before', () => proceed(query))) proceed(query)
  }

  function proceed(query: Query): void {
    if (isOver) return
    if (query.text === 'commit' || query.text === 'rollback') finish(query)
    else if (transaction?.failed) fail(sqlError('current transaction is aborted', '25P02'))
    else if (query.text.startsWith('begin')) {
      // Within a transaction it is a warning only.
      transaction ??= { failed: false, changes: [] }
      done(query, [])
    } else execute(query, planOf(database, query), 0)
  }

  function execute(query: Query, plan: Plan, from: number): void {
    for (let index = from; index < plan.locks.length; index++) {
      const isGranted = database.locks.acquire(
        self,
        plan.locks[index]!,
        () => timeline.after(0, () => !isOver && execute(query, plan, index + 1)),
        (code) => fail(sqlError('lock not available', code)),
      )
      if (!isGranted) return
    }
    try {
      const { rows, changes } = plan.run()
      if (transaction) transaction.changes.push(...changes)
      else {
        database.commit(changes)
        database.locks.release(self)
      }
      done(query, rows)
    } catch (error) {
      fail(error as Error)
    }
  }

  function finish(query: Query): void {
    const isKept = query.text === 'commit' && !transaction?.failed
    if (isKept && transaction) database.commit(transaction.changes)
    transaction = null
    database.locks.release(self)
    done(query, [])
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
    if (transaction) transaction.failed = true
    // A failed transaction keeps no locks.
    database.locks.release(self)
    reply(error)
  }

  function reply(result: Answer): void {
    if (isOver || !trip) return
    const { isUnreadable } = trip
    trip = null
    if (!isUnreadable) answer(result)
    next()
  }

  return {
    receive(queries) {
      if (isOver) return
      inbox.push(queries)
      next()
    },
    hangUp() {
      if (isOver) return
      inbox.push('end')
      next()
    },
  }
}
