import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/** A derived key for one purpose, and the same key derived from SECRET_KEY_PREVIOUS while a rotation goes on. */
export type RotatingKey = {
  /** Names the SECRET_KEY that `current` comes from. Kept with each row that depends on it. */
  readonly id: string
  /** Makes everything new. */
  readonly current: KeyObject
  /** Only for checking and opening what was made before. Undefined without SECRET_KEY_PREVIOUS. */
  readonly previous: KeyObject | undefined
}

/** The keys that are kept outside the database, each for one purpose. docs/keys.md is their inventory. */
export type DerivedKeys = {
  /** Names SECRET_KEY without revealing anything of it: 12 hexadecimal digits. */
  readonly id: string
  /** The same for SECRET_KEY_PREVIOUS. */
  readonly previousId: string | undefined
  /** For the keyed hash of transaction PINs. */
  readonly pinKey: RotatingKey
  /** For the keyed hash over each password's and the passcode's Argon2id. */
  readonly passwordPepper: RotatingKey
  /** For the cookie by which a device that has signed in before is known. */
  readonly deviceKey: RotatingKey
  /** For sealing the secrets of authenticators, which the bank has to read again. */
  readonly authenticatorKey: RotatingKey
  /** For the keyed hash of recovery codes. */
  readonly recoveryCodeKey: RotatingKey
  /** For the tokens of the links by which a password is chosen anew. */
  readonly passwordResetKey: RotatingKey
  /** For the tokens of the links by which a new email is confirmed. */
  readonly emailChangeKey: RotatingKey
}

/** Derives every key from SECRET_KEY (HKDF-SHA-256), so that learning one tells nothing about another. */
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
  }
}

// 48 bits: enough to tell the few keys of a bank apart, and to notice a wrong one.
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
