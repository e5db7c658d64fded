import { openLocks } from './locks.ts'
import { keyOf, type Row, type TableName, type Tables } from './model-rows.ts'
import type { Timeline } from './timeline.ts'

/** A row that a transaction leaves behind when it commits, and its key in its table. */
export type Change = { readonly table: TableName; readonly key: string; readonly row: Row }

export function changeOf(table: TableName, row: Row): Change {
  return { table, key: keyOf(table, row), row }
}

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
      for (const { table, key, row } of changes) {
        const rows = tables[table]
        const known = rows.get(key)
        rows.set(key, known ? { ...known, ...row } : row)
      }
      const commit = { changes }
      commits.push(commit)
      commitHeard(commit)
    },
  }
}
