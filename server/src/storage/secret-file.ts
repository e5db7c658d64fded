import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

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
  const draft = join(directory, `${name}.${randomUUID()}`)
  const secret = randomBytes(32).toString('base64url')
  writeFileSync(draft, `${secret}\n`, { mode: 0o600, flush: true })
  renameSync(draft, join(directory, name))
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
    if (isMissing(error)) return undefined
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
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(file, 'utf8').trim()
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
