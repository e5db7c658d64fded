import { newHolder } from './locks.ts'
import type { Change, ModelDatabase } from './model-database.ts'
import { type Plan, planOf, type Query } from './model-statements.ts'
import { sqlError } from './sql-error.ts'
import type { Timeline } from './timeline.ts'

/** Opens the transaction of a backend: the locks and changes of its statements until they are committed. */
export function openModelTransaction(
  timeline: Timeline,
  database: ModelDatabase,
  {
    isOver,
    done,
    failed,
  }: {
    readonly isOver: () => boolean
    readonly done: (query: Query, rows: readonly object[]) => void
    readonly failed: (error: Error) => void
  },
) {
  const self = newHolder()
  let transaction: { failed: boolean; readonly changes: Change[] } | null = null

  function execute(query: Query, plan: Plan, from: number): void {
    for (let index = from; index < plan.locks.length; index++) {
      const isGranted = database.locks.acquire(
        self,
        plan.locks[index]!,
        () => timeline.after(0, () => !isOver() && execute(query, plan, index + 1)),
        (code) => failed(sqlError('lock not available', code)),
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
      failed(error as Error)
    }
  }

  function finish(query: Query): void {
    const isKept = query.text === 'commit' && !transaction?.failed
    if (isKept && transaction) database.commit(transaction.changes)
    end()
    done(query, [])
  }

  function end(): void {
    transaction = null
    database.locks.release(self)
  }

  return {
    isOpen: () => transaction !== null,
    /** Executes a statement, and calls `done` with its rows, or `failed` with the server's error. */
    run(query: Query): void {
      if (query.text === 'commit' || query.text === 'rollback') finish(query)
      else if (transaction?.failed) failed(sqlError('current transaction is aborted', '25P02'))
      else if (query.text.startsWith('begin')) {
        // Within a transaction it is a warning only.
        transaction ??= { failed: false, changes: [] }
        done(query, [])
      } else execute(query, planOf(database, query), 0)
    },
    /** From now on only `rollback` and `commit` are executed, and nothing is kept. */
    fail(): void {
      if (transaction) transaction.failed = true
      // A failed transaction keeps no locks.
      database.locks.release(self)
    },
    /** Rolls back. */
    end,
  }
}
