import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'

/**
 * HMAC-SHA-256 of a salt and a PIN. Four digits cannot be protected by a slow hash: the key, kept outside the
 * database, and the lock after five wrong tries protect them, and a transfer stays fast.
 */
export function hashPin(key: KeyObject, salt: Buffer, pin: string): Buffer {
  return createHmac('sha256', key).update(salt).update(pin).digest()
}

/** True when the PIN is the one that was hashed. Takes the same time for every wrong PIN. */
export function pinMatches(key: KeyObject, salt: Buffer, hash: Buffer, pin: string): boolean {
  return timingSafeEqual(hashPin(key, salt, pin), hash)
}
