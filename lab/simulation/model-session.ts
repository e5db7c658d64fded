import { befall } from './befall.ts'
import type { Faults } from './faults.ts'
import { newHolder } from './locks.ts'
import type { Change, ModelDatabase } from './model-database.ts'
import { type Plan, planOf, type Query } from './model-statements.ts'
import { sqlError } from './sql-error.ts'
import type { Coming, Timeline } from './timeline.ts'

/** What the server says to a trip: the rows of each of its queries, or the error of the first that failed. */
export type Answer = readonly (readonly object[])[] | Error

/** Queries that arrived together: what follows one that fails is not done. */
type Trip = {
  readonly queries: readonly Query[]
  readonly rows: (readonly object[])[]
  isUnreadable: boolean
}

/** One process of the server, which does what arrives over one connection in its order. */
export type Session = {
  readonly receive: (queries: readonly Query[]) => void
  /** The other end has hung up: what has arrived before is still done, and then all that is not committed is undone. */
  readonly hangUp: () => void
}

// As the books ask for.
const idleInTransactionMillisecondsMax = 3_000

export function openSession({
  timeline,
  database,
  faults,
  answer,
  lost,
}: {
  readonly timeline: Timeline
  readonly database: ModelDatabase
  readonly faults: Faults
  readonly answer: (answer: Answer) => void
  /** The connection is gone; null where the other end is not told. */
  readonly lost: (error: Error | null) => void
}): Session {
  const inbox: (readonly Query[] | 'the end')[] = []
  const self = newHolder()
  const sufferer = { fail, fatal, garble, cut, deafen }
  let transaction: { failed: boolean; readonly changes: Change[] } | null = null
  let trip: Trip | null = null
  let isOver = false
  let idle: Coming | undefined

  /** Ends at once, undoing what is not committed. */
  function end(): void {
    isOver = true
    timeline.callOff(idle)
    transaction = null
    database.locks.letGo(self)
  }

  function next(): void {
    if (isOver || trip) return
    const arrived = inbox.shift()
    if (arrived === 'the end') end()
    else if (arrived) {
      timeline.callOff(idle)
      trip = { queries: arrived, rows: [], isUnreadable: false }
      goOn(trip)
    } else if (transaction) {
      idle = timeline.after(idleInTransactionMillisecondsMax, () => fatal('25P03'))
    }
  }

  function goOn({ queries, rows }: Trip): void {
    const query = queries[rows.length]
    const rest = query ? faults.pause() : 0
    if (!query) reply(rows)
    else if (rest > 0) timeline.after(rest, () => begin(query))
    else begin(query)
  }

  function fatal(code: string): void {
    end()
    lost(sqlError('terminating connection', code))
  }

  /** The server may notice later than the other end does, and hold its locks until then. */
  function cut(milliseconds: number, error: Error | null): void {
    if (milliseconds > 0) timeline.after(milliseconds, end)
    else end()
    inbox.length = 0
    isOver = true
    lost(error)
  }

  function deafen(error: Error): void {
    inbox.push('the end')
    lost(error)
  }

  function garble(): void {
    if (!trip || trip.isUnreadable) return
    trip.isUnreadable = true
    answer(sqlError('received invalid response: 7a'))
  }

  /** Whether the statement goes on after whatever befalls it at this point. */
  function isWell(query: Query, moment: 'before' | 'after', later: () => void): boolean {
    if (isOver) return false
    return befall(sufferer, faults.at(query, moment), { moment, timeline, later })
  }

  function begin(query: Query): void {
    if (!isWell(query, 'before', () => proceed(query))) return
    proceed(query)
  }

  function proceed(query: Query): void {
    if (isOver) return
    if (query.text === 'commit' || query.text === 'rollback') finish(query)
    else if (transaction?.failed) fail(sqlError('current transaction is aborted', '25P02'))
    else if (query.text.startsWith('begin')) {
      // Within a transaction it is a warning, and the transaction goes on.
      transaction ??= { failed: false, changes: [] }
      done(query, [])
    } else take(query, planOf(database, query), 0)
  }

  function take(query: Query, plan: Plan, from: number): void {
    for (let index = from; index < plan.locks.length; index++) {
      const isHad = database.locks.take(
        self,
        plan.locks[index]!,
        () => timeline.after(0, () => !isOver && take(query, plan, index + 1)),
        (code) => fail(sqlError('a lock could not be had', code)),
      )
      if (!isHad) return
    }
    try {
      const { rows, changes } = plan.run()
      if (transaction) transaction.changes.push(...changes)
      else {
        database.commit(changes)
        database.locks.letGo(self)
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
    database.locks.letGo(self)
    done(query, [])
  }

  function done(query: Query, rows: readonly object[]): void {
    const onwards = () => {
      if (isOver || !trip) return
      trip.rows.push(rows)
      goOn(trip)
    }
    if (isWell(query, 'after', onwards)) onwards()
  }

  function fail(error: Error): void {
    if (isOver) return
    if (transaction) transaction.failed = true
    // Whatever may still be said before the rollback, its locks are gone from here on.
    database.locks.letGo(self)
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
      inbox.push('the end')
      next()
    },
  }
}
