import { createHash, createHmac, type KeyObject } from 'node:crypto'

/** The token in a mailed link. It is derived from the id, so it is not stored and can be mailed again. */
export function linkToken(key: KeyObject, id: string): string {
  return createHmac('sha256', key).update(id).digest('base64url')
}

/** The hash under which the database stores a token. */
export function linkTokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
