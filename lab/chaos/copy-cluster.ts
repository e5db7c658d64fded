import { chownSync, copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Copies the files of a running PostgreSQL between `pg_backup_start` and `pg_backup_stop` into a new folder, without those that
 * PostgreSQL's manual excludes from a base backup. `owner` is the user id that the files get, if any.
 */
export function copyCluster(from: string, to: string, owner: number | undefined): void {
  mkdirSync(to, { mode: 0o700 })
  give(to, owner)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name)
    const target = join(to, entry.name)
    if (entry.isDirectory()) {
      if (!leftEmpty.includes(entry.name)) copyCluster(source, target, owner)
      else makeEmpty(target, entry.name, owner)
    } else if (entry.isFile() && !leftOut.test(entry.name) && copyIfThere(source, target)) {
      give(target, owner)
    }
  }
}

const leftOut =
  /^(\.s\.PGSQL.*|postmaster\.(pid|opts)|pg_internal\.init|pgsql_tmp.*|standby\.signal|backup_label.*)$/

const leftEmpty = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]

function makeEmpty(path: string, name: string, owner: number | undefined): void {
  const folders = name === 'pg_wal' ? [path, join(path, 'archive_status'), join(path, 'summaries')] : [path]
  for (const folder of folders) {
    mkdirSync(folder, { mode: 0o700 })
    give(folder, owner)
  }
}

/** False when the file was deleted meanwhile, with its table. */
function copyIfThere(source: string, target: string): boolean {
  try {
    copyFileSync(source, target)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}

function give(path: string, owner: number | undefined): void {
  if (owner !== undefined) chownSync(path, owner, owner)
}
