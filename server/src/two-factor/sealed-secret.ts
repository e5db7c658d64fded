import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'

const nonceBytes = 12
const tagBytes = 16

/**
 * Seals a secret that the bank has to read again, for one user: AES-256-GCM with a key kept outside the database. In
 * another user's row it cannot be opened.
 */
export function sealSecret(key: KeyObject, userId: string, secret: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(userId))
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
}

/** Opens a sealed secret. Throws when it was sealed with another key, for somebody else, or has been changed. */
export function openSecret(key: KeyObject, userId: string, sealed: Buffer): Buffer {
  const cipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
  cipher.setAAD(Buffer.from(userId)).setAuthTag(sealed.subarray(-tagBytes))
  return Buffer.concat([cipher.update(sealed.subarray(nonceBytes, -tagBytes)), cipher.final()])
}
