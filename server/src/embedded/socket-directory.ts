import { createHash } from 'node:crypto'
import { chownSync, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Cluster } from './cluster.ts'

// A socket's path may have 104 bytes on macOS and 108 on Linux.
const pathBytesMax = 100

/**
 * The folder of PostgreSQL's socket: its data directory, which only its user can enter; where that path is too long, a folder
 * with the same rights under the system's temporary folder, with a name derived from the path.
 */
export function socketDirectoryOf({ directory, runAs }: Cluster): string {
  if (Buffer.byteLength(join(directory, '.s.PGSQL.5432')) <= pathBytesMax) return directory
  const owner = runAs.uid ?? process.getuid?.() ?? 0
  const name = createHash('sha256').update(directory).digest('hex').slice(0, 16)
  const short = join(tmpdir(), `truepenny-${owner}-${name}`)
  mkdirSync(short, { recursive: true, mode: 0o700 })
  const found = lstatSync(short)
  if (found.uid !== owner && found.uid === process.getuid?.()) chownSync(short, owner, owner)
  // Any user may write to the temporary folder: another one may have made this folder to impersonate the server.
  const { uid, mode } = lstatSync(short)
  if (found.isDirectory() && uid === owner && (mode & 0o077) === 0) return short
  throw new Error(`the folder of its socket, ${short}, is open to other users: remove it`)
}
