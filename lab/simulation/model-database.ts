import { openLocks } from './locks.ts'
import { keyOf, type Row, type TableName, type Tables } from './model-rows.ts'
import type { Timeline } from './timeline.ts'

/** A row that a transaction inserts or updates, and its key in its table. */
export type Change = { readonly table: TableName; readonly key: string; readonly row: Row }

export function changeOf(table: TableName, row: Row): Change {
  return { table, key: keyOf(table, row), row }
}

/** A committed transaction with at least one change. */
export type Commit = { readonly changes: readonly Change[] }

/**
 * A database in memory with what the books rely on: row locks until the end of a transaction, unique keys, and atomic and durable
 * commits.
 */
export type ModelDatabase = ReturnType<typeof openModelDatabase>

export function openModelDatabase(timeline: Timeline, tables: Tables) {
  const commits: Commit[] = []
  let listener: (commit: Commit) => void = () => {}
  return {
    tables,
    locks: openLocks(timeline),
    commits,
    onCommit(next: (commit: Commit) => void): void {
      listener = next
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
      listener(commit)
    },
  }
}
