import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { RotatingKey } from '../keys/derive-keys.ts'

/**
 * HMAC-SHA-256 of a salt and a PIN. A slow hash cannot protect four digits. The key outside the database and the lock
 * after five wrong tries protect them, and a transfer stays fast.
 */
export function hashPin(key: KeyObject, salt: Buffer, pin: string): Buffer {
  return createHmac('sha256', key).update(salt).update(pin).digest()
}

/** The result of a comparison: the PIN matches under the current key, under the previous key, or not at all. */
export type PinMatch = 'current' | 'previous' | 'none'

/**
 * Compares a PIN with a stored hash, in the same time for every wrong PIN. The previous key is tried only while there is
 * one, so a transfer costs one HMAC as long as no key is being replaced.
 */
export function matchPin(
  { current, previous }: RotatingKey,
  { salt, hash }: { readonly salt: Buffer; readonly hash: Buffer },
  pin: string,
): PinMatch {
  if (timingSafeEqual(hashPin(current, salt, pin), hash)) return 'current'
  if (previous && timingSafeEqual(hashPin(previous, salt, pin), hash)) return 'previous'
  return 'none'
}
