import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCodeOf } from '../postgres/transient-error.ts'
import { writeDurably } from './durable-file.ts'

/**
 * A random secret of 256 bits, stored in `directory/name`, readable by its owner only, and the same at every start. Makes the
 * directory when it is missing. Throws the file system's error when it cannot be written.
 */
export function readOrMakeSecret(directory: string, name: string): string {
  const file = join(directory, name)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  return readSecret(file) ?? makeSecret(file)
}

/** Writes a new random secret of 256 bits to `directory/name` and replaces the last one. */
export function replaceSecret(directory: string, name: string): string {
  const secret = randomBytes(32).toString('base64url')
  writeDurably(join(directory, name), `${secret}\n`)
  return secret
}

function readSecret(file: string): string | undefined {
  try {
    const secret = readFileSync(file, 'utf8').trim()
    if (secret.length < 32) throw new Error(`${file} no longer contains the secret that was written to it`)
    // A restored backup may have lost the mode.
    chmodSync(file, 0o600)
    return secret
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Writes a draft and links it to the name: two concurrent first starts get the same secret. */
function makeSecret(file: string): string {
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(file, 'utf8').trim()
}
