import { readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { EmbeddedServer } from './embedded-server.ts'
import { findProcess, type RunningProcess } from './running-process.ts'

/**
 * The process id of the PostgreSQL that runs on these files, also while it starts or stops. PostgreSQL removes the pid file of
 * a server that has ended, but not when the id now belongs to a zombie or to another program, nor when the file is empty:
 * in these cases the file is removed here.
 */
export function findPostmaster({ cluster, socketDirectory }: EmbeddedServer): number | undefined {
  const file = join(cluster.directory, 'postmaster.pid')
  const pid = readPid(file)
  if (pid === undefined) return undefined
  if (pid === 0 && isBeingWritten(file)) return undefined
  const found = pid === 0 ? undefined : findProcess(pid)
  if (pid !== 0 && found === undefined) return undefined
  if (found !== undefined && isPostmasterOf(found, cluster.directory)) return pid
  rmSync(file, { force: true })
  rmSync(join(socketDirectory, '.s.PGSQL.5432.lock'), { force: true })
  return undefined
}

/** The process id at the start of the file; 0 when the file has none, undefined without a file. */
function readPid(file: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) || 0
  } catch {
    return undefined
  }
}

/** PostgreSQL makes the file and then fills it. A file that is empty for longer was left by a power cut. */
function isBeingWritten(file: string): boolean {
  const made = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
  return Math.abs(Date.now() - made) < 2_000
}

/** PostgreSQL's working directory is its data directory. Where the system does not show it, only the name is checked. */
function isPostmasterOf({ name, isZombie, folder }: RunningProcess, directory: string): boolean {
  if (isZombie || name !== 'postgres') return false
  return process.platform !== 'linux' || folder === realpathSync(directory)
}
