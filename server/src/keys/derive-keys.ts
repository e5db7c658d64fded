import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/** A derived key for one purpose, and the same key derived from SECRET_KEY_PREVIOUS while SECRET_KEY is being replaced. */
export type RotatingKey = {
  /** The id of the SECRET_KEY that `current` is derived from. Stored with each row that depends on it. */
  readonly id: string
  /** For everything that is made now. */
  readonly current: KeyObject
  /** Only for verifying and decrypting what was made before. Undefined without SECRET_KEY_PREVIOUS. */
  readonly previous: KeyObject | undefined
}

/** The keys that are kept outside the database, each for one purpose. docs/keys.md lists them. */
export type DerivedKeys = {
  /** The id of SECRET_KEY, which reveals nothing of it: 12 hexadecimal digits. */
  readonly id: string
  /** The id of SECRET_KEY_PREVIOUS. */
  readonly previousId: string | undefined
  /** For the keyed hash of transaction PINs. */
  readonly pinKey: RotatingKey
  /** For the keyed hash over each password's and the passcode's Argon2id. */
  readonly passwordPepper: RotatingKey
  /** For the cookie that identifies a known device. */
  readonly deviceKey: RotatingKey
  /** For encrypting the secrets of authenticators. */
  readonly authenticatorKey: RotatingKey
  /** For the keyed hash of recovery codes. */
  readonly recoveryCodeKey: RotatingKey
  /** For the tokens in the links that reset a password. */
  readonly passwordResetKey: RotatingKey
  /** For the tokens in the links that confirm a new e-mail. */
  readonly emailChangeKey: RotatingKey
  /** For authenticating backups. */
  readonly backupKey: RotatingKey
  /** For the keys with which browsers encrypt their users' drafts. A draft under an earlier key is given up. */
  readonly draftKey: KeyObject
}

/** Derives every key from SECRET_KEY (HKDF-SHA-256), so that one key reveals nothing about another. */
export function deriveKeys(secretKey: string, previousSecretKey?: string): DerivedKeys {
  const id = keyIdOf(secretKey)
  const keyFor = (purpose: string): RotatingKey => ({
    id,
    current: derive(secretKey, purpose),
    previous: previousSecretKey === undefined ? undefined : derive(previousSecretKey, purpose),
  })
  return {
    id,
    previousId: previousSecretKey === undefined ? undefined : keyIdOf(previousSecretKey),
    pinKey: keyFor('transaction pin'),
    passwordPepper: keyFor('password pepper'),
    deviceKey: keyFor('known device'),
    authenticatorKey: keyFor('authenticator'),
    recoveryCodeKey: keyFor('recovery code'),
    passwordResetKey: keyFor('password reset'),
    emailChangeKey: keyFor('email change'),
    backupKey: keyFor('backup'),
    draftKey: derive(secretKey, 'draft'),
  }
}

// 48 bits: enough to distinguish the few keys of a bank, and to detect a wrong one.
const keyIdBytes = 6

function keyIdOf(secretKey: string): string {
  return bytesFor(secretKey, 'key identifier', keyIdBytes).toString('hex')
}

function derive(secretKey: string, purpose: string): KeyObject {
  return createSecretKey(bytesFor(secretKey, purpose, 32))
}

function bytesFor(secretKey: string, purpose: string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `truepenny ${purpose} 1`, length))
}
