import { createHash, createHmac, type KeyObject } from 'node:crypto'
import type { RotatingKey } from '../keys/derive-keys.ts'
import type { Connection } from '../postgres/database.ts'

/** The token in a mailed link. It is derived from the id, so it is not stored and can be mailed again. */
export function linkToken(key: KeyObject, id: string): string {
  return createHmac('sha256', key).update(id).digest('base64url')
}

/** The hash under which the database stores a token. */
export function linkTokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/**
 * Reads the tokens of the links of a table, by their ids. While SECRET_KEY is being replaced, a process with the previous key may have
 * made a link valid.
 */
export function linkTokenReader(table: 'password_resets' | 'email_changes') {
  return async (db: Connection, key: RotatingKey, id: string): Promise<string> => {
    const token = linkToken(key.current, id)
    if (key.previous === undefined) return token
    const earlier = linkToken(key.previous, id)
    const values = [id, linkTokenHash(earlier)]
    const { rowCount } = await db.query(`select from ${table} where id = $1 and token_hash = $2`, values)
    return rowCount === 1 ? earlier : token
  }
}
