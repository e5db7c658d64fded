import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'
import type { RotatingKey } from '../keys/derive-keys.ts'

const nonceBytes = 12
const tagBytes = 16

/**
 * Encrypts a secret that the bank must be able to read, with AES-256-GCM under a key kept outside the database. The user's id
 * is authenticated with it, so that it cannot be opened in another user's row.
 */
export function sealSecret(key: KeyObject, userId: string, secret: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(userId))
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
}

/**
 * Decrypts a sealed secret with the current or the previous key. Undefined when it was sealed with another key or for another
 * user, or was changed.
 */
export function openSecret(
  { current, previous }: Pick<RotatingKey, 'current' | 'previous'>,
  userId: string,
  sealed: Buffer,
): Buffer | undefined {
  return openWith(current, userId, sealed) ?? (previous && openWith(previous, userId, sealed))
}

function openWith(key: KeyObject, userId: string, sealed: Buffer): Buffer | undefined {
  const cipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
  cipher.setAAD(Buffer.from(userId)).setAuthTag(sealed.subarray(-tagBytes))
  const secret = cipher.update(sealed.subarray(nonceBytes, -tagBytes))
  try {
    return Buffer.concat([secret, cipher.final()])
  } catch {
    // The authentication tag does not match.
    return undefined
  }
}
