import { createHmac, type KeyObject, randomInt } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { RotatingKey } from '../keys.ts'
import type { Connection } from '../postgres/database.ts'

const codesCount = 10
// Without I, L, O and U, which are misread. Twelve of 32 are 60 bits: nobody guesses one.
const characters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeLength = 12

/** Puts ten new codes in the place of all earlier ones, and gives them as they are shown, once. */
export async function replaceRecoveryCodes(
  connection: PoolClient,
  userId: string,
  key: RotatingKey,
): Promise<string[]> {
  const codes = Array.from({ length: codesCount }, newCode)
  await removeRecoveryCodes(connection, userId)
  await connection.query(
    'insert into recovery_codes (user_id, hash, key_id) select $1, unnest($2::bytea[]), $3',
    [userId, codes.map((code) => hashCode(key.current, userId, code)), key.id],
  )
  return codes.map((code) => code.match(/.{4}/g)!.join('-'))
}

/** Uses a code, written without its dashes: true when it was one of the user's and had not been used. */
export async function takeRecoveryCode(
  connection: PoolClient,
  userId: string,
  { key, code, now }: { key: RotatingKey; code: string; now: Date },
): Promise<boolean> {
  const hashes = [key.current, key.previous].flatMap((each) => (each ? [hashCode(each, userId, code)] : []))
  const { rowCount } = await connection.query(
    'update recovery_codes set used_at = $3 where user_id = $1 and hash = any($2::bytea[]) and used_at is null',
    [userId, hashes, now],
  )
  return rowCount === 1
}

/** How many codes the user can still use. */
export async function countRecoveryCodes(db: Connection, userId: string): Promise<number> {
  const { rows } = await db.query<{ left: number }>(
    'select count(*)::integer as left from recovery_codes where user_id = $1 and used_at is null',
    [userId],
  )
  return rows[0]!.left
}

export async function removeRecoveryCodes(connection: PoolClient, userId: string): Promise<void> {
  await connection.query('delete from recovery_codes where user_id = $1', [userId])
}

function newCode(): string {
  return Array.from({ length: codeLength }, () => characters[randomInt(characters.length)]).join('')
}

function hashCode(key: KeyObject, userId: string, code: string): Buffer {
  return createHmac('sha256', key).update(`${userId} ${code}`).digest()
}
