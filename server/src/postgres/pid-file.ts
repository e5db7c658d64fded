import { readFileSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { EmbeddedServer } from './embedded-server.ts'
import { lookAtProcess } from './running-process.ts'

/** The process number that a PostgreSQL running on these files has left there; 0 when it is not readable. */
export function readPostmasterPid(directory: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(directory, 'postmaster.pid'), 'utf8'), 10) || 0
  } catch {
    return undefined
  }
}

/**
 * The process number of the PostgreSQL that runs on these files, also while it starts or stops. PostgreSQL itself clears
 * up after a predecessor that is gone, but not when its number now belongs to a dead process that nobody
 * has cleared away, or to a stranger: then the file is removed here.
 */
export function findPostmaster({
  cluster: { directory },
  socketDirectory,
}: EmbeddedServer): number | undefined {
  const pid = readPostmasterPid(directory)
  if (pid === undefined) return undefined
  const found = pid > 0 ? lookAtProcess(pid) : undefined
  if (pid > 0 && found === undefined) return undefined
  if (found !== undefined && !found.isZombie && found.name === 'postgres' && worksIn(found.folder, directory))
    return pid
  rmSync(join(directory, 'postmaster.pid'), { force: true })
  rmSync(join(socketDirectory, '.s.PGSQL.5432.lock'), { force: true })
  return undefined
}

/** PostgreSQL works inside its data directory. Where the system does not tell, the name alone has to do. */
function worksIn(folder: string | undefined, directory: string): boolean {
  return process.platform !== 'linux' || folder === realpathSync(directory)
}
