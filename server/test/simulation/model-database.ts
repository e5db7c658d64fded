import { openLocks } from './locks.ts'
import { keyOf, type Row, type TableName, type Tables } from './model-rows.ts'
import type { Timeline } from './timeline.ts'

/** A row that a transaction leaves behind when it commits. */
export type Change = { readonly table: TableName; readonly row: Row }

/** One transaction that was committed with something in it. */
export type Commit = { readonly changes: readonly Change[] }

/**
 * A database in memory that keeps what PostgreSQL promises to the books: rows locked until the end of a transaction,
 * keys that are taken once, everything of a commit or nothing, and nothing that was committed is ever gone.
 */
export type ModelDatabase = ReturnType<typeof openModelDatabase>

export function openModelDatabase(timeline: Timeline, tables: Tables) {
  const commits: Commit[] = []
  let commitHeard: (commit: Commit) => void = () => {}
  return {
    tables,
    locks: openLocks(timeline),
    /** Everything that was committed, in that order. */
    commits,
    onCommit(listener: (commit: Commit) => void): void {
      commitHeard = listener
    },
    commit(changes: readonly Change[]): void {
      if (changes.length === 0) return
      for (const { table, row } of changes) {
        const rows = tables[table]
        const key = keyOf(table, row)
        rows.set(key, { ...rows.get(key), ...row })
      }
      const commit = { changes }
      commits.push(commit)
      commitHeard(commit)
    },
  }
}
