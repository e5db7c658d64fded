import { createHash } from 'node:crypto'
import { chownSync, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Cluster } from './cluster.ts'

/** A socket's path has room for 104 bytes on macOS and 108 on Linux. */
const pathBytesMax = 100

/**
 * Where PostgreSQL puts its socket: among its own files, which only its user can enter; where that path is too long, in a
 * folder for its user alone under the system's temporary one, named after the files.
 */
export function socketDirectoryOf({ directory, runAs }: Cluster): string {
  if (Buffer.byteLength(join(directory, '.s.PGSQL.5432')) <= pathBytesMax) return directory
  const owner = runAs.uid ?? process.getuid?.() ?? 0
  const name = createHash('sha256').update(directory).digest('hex').slice(0, 16)
  const short = join(tmpdir(), `truepenny-${owner}-${name}`)
  mkdirSync(short, { recursive: true, mode: 0o700 })
  const found = lstatSync(short)
  if (found.uid !== owner && found.uid === process.getuid?.()) chownSync(short, owner, owner)
  // In a folder that anyone may write to, someone else may have made it first, to listen in our place.
  const { uid, mode } = lstatSync(short)
  if (found.isDirectory() && uid === owner && (mode & 0o077) === 0) return short
  throw new Error(`its socket's folder ${short} is not for its user alone: remove it`)
}
