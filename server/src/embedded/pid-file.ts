import { readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { EmbeddedServer } from './embedded-server.ts'
import { lookAtProcess, type RunningProcess } from './running-process.ts'

/**
 * The process number of the PostgreSQL that runs on these files, also while it starts or stops. PostgreSQL itself clears
 * up after a predecessor that is gone, but not when its number now belongs to a dead process that nobody
 * has cleared away, or to a stranger, nor after an empty file: then the file is removed here.
 */
export function findPostmaster({ cluster, socketDirectory }: EmbeddedServer): number | undefined {
  const file = join(cluster.directory, 'postmaster.pid')
  const pid = readPid(file)
  if (pid === undefined) return undefined
  if (pid === 0 && isBeingWritten(file)) return undefined
  const found = pid === 0 ? undefined : lookAtProcess(pid)
  if (pid !== 0 && found === undefined) return undefined
  if (found !== undefined && isPostmasterOf(found, cluster.directory)) return pid
  rmSync(file, { force: true })
  rmSync(join(socketDirectory, '.s.PGSQL.5432.lock'), { force: true })
  return undefined
}

/** The process number at the start of the file; 0 when there is none in it, undefined without a file. */
function readPid(file: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) || 0
  } catch {
    return undefined
  }
}

/** PostgreSQL makes the file and then fills it. Empty for longer, it was left so by a power cut. */
function isBeingWritten(file: string): boolean {
  const made = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
  return Math.abs(Date.now() - made) < 2_000
}

/** PostgreSQL works inside its data directory. Where the system does not tell, the name alone has to do. */
function isPostmasterOf({ name, isZombie, folder }: RunningProcess, directory: string): boolean {
  if (isZombie || name !== 'postgres') return false
  return process.platform !== 'linux' || folder === realpathSync(directory)
}
