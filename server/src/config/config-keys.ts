import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderReason } from '../storage/folder-fault.ts'
import { readOrMakeSecret } from '../storage/secret-file.ts'
import { type Environment, type Values, valuesOf, wrong } from './config-values.ts'

/** SECRET_KEY and SECRET_KEY_PREVIOUS. `dataDir` is given only with the embedded database, where a missing key is generated. */
export function readSecretKeys(
  values: Values,
  dataDir: string | undefined,
): { secretKey: string; secretKeyPrevious: string | undefined } {
  const given = values.secret('SECRET_KEY')
  const secretKeyPrevious = values.secret('SECRET_KEY_PREVIOUS')
  if (given !== undefined) requireStrongKey('SECRET_KEY', given)
  if (secretKeyPrevious !== undefined) requireStrongKey('SECRET_KEY_PREVIOUS', secretKeyPrevious)
  const secretKey = given ?? storedSecretKey(dataDir)
  if (secretKey !== secretKeyPrevious) return { secretKey, secretKeyPrevious }
  throw wrong(
    'SECRET_KEY_PREVIOUS',
    'is the same as SECRET_KEY: set the key that SECRET_KEY replaces, or leave it out',
  )
}

/** SECRET_KEY and SECRET_KEY_PREVIOUS, or the key that the bank has made in `dataDir`, for a command that must not make a key. */
export function readKnownSecretKeys(
  env: Environment,
  dataDir: string,
): { secretKey: string | undefined; secretKeyPrevious: string | undefined } {
  const { secret } = valuesOf(env)
  const file = join(dataDir, keyFile)
  const stored = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
  return { secretKey: secret('SECRET_KEY') ?? stored, secretKeyPrevious: secret('SECRET_KEY_PREVIOUS') }
}

/** In the data folder, unless SECRET_KEY is set. */
export const keyFile = 'secret-key'

// 32 random bytes in base 64 or hexadecimal practically always have at least 8 distinct characters.
const distinctBytesMin = 8

function requireStrongKey(name: string, key: string): void {
  const bytes = Buffer.from(key)
  if (bytes.length < 32) {
    throw wrong(name, 'is too short: at least 32 bytes, such as the output of `openssl rand -base64 32`')
  }
  if (new Set(bytes).size < distinctBytesMin) {
    throw wrong(
      name,
      'repeats a few characters: use random ones, such as the output of `openssl rand -base64 32`',
    )
  }
}

function storedSecretKey(dataDir: string | undefined): string {
  if (dataDir === undefined) {
    throw wrong(
      'SECRET_KEY',
      'must be set beside DATABASE_URL: at least 32 bytes, the same for every process',
    )
  }
  try {
    return readOrMakeSecret(dataDir, keyFile)
  } catch (error) {
    throw wrong('DATA_DIR', `cannot be used: ${folderReason(error)}`)
  }
}
