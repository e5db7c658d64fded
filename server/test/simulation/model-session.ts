import type { Faults } from './faults.ts'
import { newHolder } from './locks.ts'
import type { Change, ModelDatabase } from './model-database.ts'
import { type Plan, planOf, type Query } from './model-statements.ts'
import { sqlError } from './sql-error.ts'
import type { Coming, Timeline } from './timeline.ts'

/** What the server says to a query: its rows or an error. */
export type Answer = { readonly rows: readonly object[]; readonly command: string } | Error

/** One process of the server, which does what arrives over one connection in its order. */
export type Session = {
  readonly receive: (query: Query) => void
  /** The other end has hung up: what has arrived before is still done, and then all that is not committed is undone. */
  readonly hangUp: () => void
  /** Ends at once, undoing what is not committed. */
  readonly end: () => void
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
  const inbox: (Query | 'the end')[] = []
  const self = newHolder()
  let transaction: { failed: boolean; readonly changes: Change[] } | null = null
  let isBusy = false
  let isOver = false
  let idle: Coming | undefined

  function end(): void {
    isOver = true
    timeline.callOff(idle)
    transaction = null
    database.locks.letGo(self)
  }

  function next(): void {
    if (isOver || isBusy) return
    const query = inbox.shift()
    if (query === 'the end') end()
    else if (query) {
      isBusy = true
      timeline.callOff(idle)
      const rest = faults.pause()
      if (rest > 0) timeline.after(rest, () => begin(query))
      else begin(query)
    } else if (transaction) {
      idle = timeline.after(idleInTransactionMillisecondsMax, () => fatal('25P03'))
    }
  }

  function fatal(code: string): void {
    end()
    lost(sqlError('terminating connection', code))
  }

  /** What has gone wrong at this point, if anything. False when the statement does not go on. */
  function isWell(query: Query, moment: 'before' | 'after', goOn: () => void): boolean {
    if (isOver) return false
    const fault = faults.at(query, moment)
    switch (fault?.kind) {
      case undefined:
        return true
      case 'error':
        fail(sqlError(`refused ${moment} it was done`, fault.code))
        return false
      case 'garbage':
        // What was to be said becomes unreadable; what was done stays done.
        if (moment === 'before') return true
        reply(sqlError('received invalid response: 7a'))
        return false
      case 'fatal':
        fatal(fault.code)
        return false
      case 'cut':
        // The server may notice later than the other end does, and hold its locks until then.
        if (fault.milliseconds > 0) timeline.after(fault.milliseconds, end)
        else end()
        inbox.length = 0
        isOver = true
        lost(fault.isNoticed ? sqlError('read ECONNRESET', 'ECONNRESET') : null)
        return false
      case 'deaf':
        // The other end thinks it lost us, while everything it has sent is done.
        inbox.push('the end')
        lost(sqlError('write EPIPE', 'EPIPE'))
        return true
      case 'silence':
        timeline.after(fault.milliseconds, goOn)
        return false
    }
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
      done(query, { rows: [], command: 'BEGIN' })
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
      done(query, { rows, command: 'SELECT' })
    } catch (error) {
      fail(error as Error)
    }
  }

  function finish(query: Query): void {
    const isKept = query.text === 'commit' && !transaction?.failed
    if (isKept && transaction) database.commit(transaction.changes)
    transaction = null
    database.locks.letGo(self)
    done(query, { rows: [], command: isKept ? 'COMMIT' : 'ROLLBACK' })
  }

  function done(query: Query, result: Answer): void {
    if (isWell(query, 'after', () => reply(result))) reply(result)
  }

  function fail(error: Error): void {
    if (isOver) return
    if (transaction) transaction.failed = true
    // Whatever may still be said before the rollback, its locks are gone from here on.
    database.locks.letGo(self)
    reply(error)
  }

  function reply(result: Answer): void {
    if (isOver) return
    answer(result)
    isBusy = false
    next()
  }

  return {
    receive(query) {
      if (isOver) return
      inbox.push(query)
      next()
    },
    hangUp() {
      if (isOver) return
      inbox.push('the end')
      next()
    },
    end,
  }
}
