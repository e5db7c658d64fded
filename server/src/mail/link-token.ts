import { createHash, createHmac, type KeyObject } from 'node:crypto'

/** The token in a mailed link: it follows from the id, so that it is kept nowhere and can still be mailed again. */
export function linkToken(key: KeyObject, id: string): string {
  return createHmac('sha256', key).update(id).digest('base64url')
}

/** The form in which the database keeps a token. */
export function linkTokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
