import { chownSync, closeSync, mkdirSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { isConfiguration } from '../embedded/own-configuration.ts'
import type { RunAs } from '../embedded/run-as.ts'
import { reasonOf } from '../reason-of.ts'
import { writeAll } from '../storage/write-all.ts'
import { archiveName, type Manifest } from './manifest.ts'
import { openTarReader } from './tar-reader.ts'

/** Whose the files are, and what stops the work when it is aborted. */
export type UnpackOptions = Pick<RunAs, 'uid'> & { readonly unwanted: AbortSignal | undefined }

/**
 * Unpacks the files of a backup into the folder `into`, which exists, for the user that will run PostgreSQL on them; without a folder it
 * writes nothing. Each part is compared with its sum in the manifest. The configuration in the backup is left out. Throws a one-line error that names the first damaged
 * part.
 */
export async function unpackFiles(
  { folder, manifest }: { folder: string; manifest: Manifest },
  into: string | undefined,
  { uid, unwanted }: UnpackOptions,
): Promise<void> {
  const archive = join(folder, archiveName)
  const expected = manifest.members.values()
  let file: number | undefined
  const own = (path: string) => {
    if (uid !== undefined) chownSync(path, uid, uid)
  }
  const reader = openTarReader({
    onMember: ({ name, isFolder }) => {
      if (socketFiles.test(name) || isConfiguration(name)) return
      if (into === undefined) return
      const path = join(into, name)
      if (isFolder) mkdirSync(path, { recursive: true, mode: 0o700 })
      else file = openSync(path, 'wx', 0o600)
      own(path)
    },
    onContent: (chunk) => {
      if (file !== undefined) writeAll(file, chunk)
    },
    onMemberEnd: ({ name }, sha256) => {
      if (file !== undefined) closeSync(file)
      file = undefined
      const [expectedName, expectedSum] = expected.next().value ?? []
      if (name !== expectedName || sha256 !== expectedSum) {
        throw new Error(`${expectedName ?? name} in it is not as it was written`)
      }
    },
  })
  try {
    await readInParts(archive, unwanted, (part) => reader.write(part))
    reader.end()
  } catch (error) {
    if (isFault(error) || unwanted?.aborted) throw error
    throw new Error(`The backup is damaged: ${archive}: ${reasonOf(error)}.`)
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** The lock of a socket that was in the folder of the running server. It would keep the restored one from starting. */
const socketFiles = /^\.s\.PGSQL\./

/** An error of the operating system, such as a full disk: the backup itself may be in order. */
function isFault(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}

// Large enough for a slow disk, small enough for the memory.
const partBytes = 1024 * 1024

/** Reads a file from its start to its end, or until `unwanted` is aborted. The part is only valid during the call. */
export async function readInParts(
  path: string,
  unwanted: AbortSignal | undefined,
  onPart: (part: Buffer) => void,
): Promise<void> {
  const file = openSync(path, 'r')
  const buffer = Buffer.allocUnsafe(partBytes)
  try {
    for (;;) {
      const count = readSync(file, buffer, 0, buffer.length, null)
      if (count === 0) return
      onPart(buffer.subarray(0, count))
      // So that a signal to end is heard.
      await setImmediate()
      unwanted?.throwIfAborted()
    }
  } finally {
    closeSync(file)
  }
}
