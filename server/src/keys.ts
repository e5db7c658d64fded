import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/** The keys that are kept outside the database, each for one purpose. */
export type Keys = {
  /** For the keyed hash of transaction PINs. */
  readonly pinKey: KeyObject
  /** For the keyed hash over each password's and the passcode's Argon2id. */
  readonly passwordPepper: KeyObject
  /** For the cookie by which a device that has signed in before is known. */
  readonly deviceKey: KeyObject
  /** For sealing the secrets of authenticators, which the bank has to read again. */
  readonly authenticatorKey: KeyObject
  /** For the keyed hash of recovery codes. */
  readonly recoveryCodeKey: KeyObject
  /** For the tokens of the links by which a password is chosen anew. */
  readonly passwordResetKey: KeyObject
}

/** Derives every key from SECRET_KEY (HKDF-SHA-256), so that learning one tells nothing about another. */
export function deriveKeys(secretKey: string): Keys {
  const keyFor = (purpose: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secretKey, '', `truepenny ${purpose} 1`, 32)))
  return {
    pinKey: keyFor('transaction pin'),
    passwordPepper: keyFor('password pepper'),
    deviceKey: keyFor('known device'),
    authenticatorKey: keyFor('authenticator'),
    recoveryCodeKey: keyFor('recovery code'),
    passwordResetKey: keyFor('password reset'),
  }
}
