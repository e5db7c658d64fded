import { createHmac, type KeyObject, randomBytes, randomInt } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { Bank } from '../bank.ts'
import type { Keys } from '../keys/secret-key.ts'
import type { Connection } from '../postgres/database.ts'

const codesCount = 10
// Without I, L, O and U, which are misread. Twelve of 32 are 60 bits: nobody guesses one.
const characters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeLength = 12

// The cost of a password's hash, OWASP's minimum. It is not stored with the codes: another cost needs a column that names it.
const cost = { memory: 19_456, passes: 2, lanes: 1 }

type Parts = Pick<Bank, 'keys' | 'passwords'>

/**
 * Puts ten new codes in the place of all earlier ones, and gives them as they are shown, once. All ten have one salt, so
 * that one Argon2 computation compares a try with the whole set. Throws `busy` when too many passwords wait to be hashed.
 */
export async function replaceRecoveryCodes(
  connection: PoolClient,
  userId: string,
  { keys, passwords }: Parts,
): Promise<string[]> {
  const key = keys.recoveryCodeKey
  const codes = Array.from({ length: codesCount }, newCode)
  const salt = randomBytes(16)
  const stretched = await Promise.all(codes.map((code) => passwords.stretch(code, salt, cost)))
  await removeRecoveryCodes(connection, userId)
  await connection.query(
    'insert into recovery_codes (user_id, hash, salt, key_id) select $1, unnest($2::bytea[]), $3, $4',
    [userId, stretched.map((bytes) => keyed(key.current, bytes)), salt, key.id],
  )
  return codes.map((code) => code.match(/.{4}/g)!.join('-'))
}

/**
 * What a code, written without its dashes, would be stored as: for `takeRecoveryCode`. Slow, so it is asked for before a
 * transaction begins. Throws `busy` when too many passwords wait to be hashed.
 */
export async function hashesOfRecoveryCode(
  db: Connection,
  userId: string,
  { parts: { keys, passwords }, code }: { parts: Parts; code: string },
): Promise<Buffer[]> {
  const { rows } = await db.query<{ salt: Buffer | null }>(
    'select distinct salt from recovery_codes where user_id = $1',
    [userId],
  )
  // Codes without a salt were made before codes had one.
  const stretched = await Promise.all(
    rows.map(({ salt }) => (salt ? passwords.stretch(code, salt, cost) : `${userId} ${code}`)),
  )
  const { current, previous } = keys.recoveryCodeKey
  return [current, previous].flatMap((key) => (key ? stretched.map((bytes) => keyed(key, bytes)) : []))
}

/** Uses a code up, given as `hashesOfRecoveryCode`: true when it was one of the user's and had not been used. */
export async function takeRecoveryCode(
  connection: PoolClient,
  userId: string,
  hashes: readonly Buffer[],
  now: Date,
): Promise<boolean> {
  const { rowCount } = await connection.query(
    'update recovery_codes set used_at = $3 where user_id = $1 and hash = any ($2::bytea[]) and used_at is null',
    [userId, hashes, now],
  )
  return rowCount === 1
}

/** How many codes the user can still use: a code under a SECRET_KEY that was dropped is none. */
export async function countRecoveryCodes(
  db: Connection,
  userId: string,
  { id, previousId, firstId }: Keys,
): Promise<number> {
  const { rows } = await db.query<{ left: number }>(
    `select count(*)::integer as left
       from recovery_codes
      where user_id = $1 and used_at is null and coalesce(key_id, $2) in ($3, $4)`,
    [userId, firstId, id, previousId ?? id],
  )
  return rows[0]!.left
}

export async function removeRecoveryCodes(connection: PoolClient, userId: string): Promise<void> {
  await connection.query('delete from recovery_codes where user_id = $1', [userId])
}

function newCode(): string {
  return Array.from({ length: codeLength }, () => characters[randomInt(characters.length)]).join('')
}

function keyed(key: KeyObject, bytes: Buffer | string): Buffer {
  return createHmac('sha256', key).update(bytes).digest()
}
