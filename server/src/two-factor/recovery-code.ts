import { createHmac, type KeyObject, randomBytes, randomInt } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { Bank } from '../bank.ts'
import type { Keys } from '../keys/secret-key.ts'
import type { Connection } from '../postgres/database.ts'

const codesCount = 10
// Without I, L, O and U, which are misread. Twelve of 32 characters are 60 bits.
const characters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeLength = 12

// OWASP's minimum for Argon2id, as for passwords. Not stored with the codes: changing it needs a column for it.
const cost = { memory: 19_456, passes: 2, lanes: 1 }

/**
 * Replaces all recovery codes of a user with ten new ones, and returns them as they are displayed. All ten share a salt, so that
 * one Argon2 computation compares an attempt with the whole set. Throws `busy` when too many hashes wait.
 */
export async function replaceRecoveryCodes(
  connection: PoolClient,
  userId: string,
  { keys, passwords }: Pick<Bank, 'keys' | 'passwords'>,
): Promise<string[]> {
  const key = keys.recoveryCodeKey
  const codes = Array.from({ length: codesCount }, newCode)
  const salt = randomBytes(16)
  const derived = await Promise.all(codes.map((code) => passwords.derive(code, salt, cost)))
  await removeRecoveryCodes(connection, userId)
  await connection.query(
    'insert into recovery_codes (user_id, hash, salt, key_id) select $1, unnest($2::bytea[]), $3, $4',
    [userId, derived.map((bytes) => keyed(key.current, bytes)), salt, key.id],
  )
  return codes.map((code) => code.match(/.{4}/g)!.join('-'))
}

/**
 * The hashes under which a code, written without its dashes, may be stored. Slow: call it before the transaction that passes
 * them to `useRecoveryCode`. Throws `busy` when too many hashes wait.
 */
export async function recoveryCodeHashes(
  { db, keys, passwords }: Pick<Bank, 'db' | 'keys' | 'passwords'>,
  userId: string,
  code: string,
): Promise<Buffer[]> {
  const { rows } = await db.query<{ salt: Buffer | null }>(
    'select distinct salt from recovery_codes where user_id = $1',
    [userId],
  )
  // Codes without a salt were made before codes had one.
  const derived = await Promise.all(
    rows.map(({ salt }) => (salt ? passwords.derive(code, salt, cost) : `${userId} ${code}`)),
  )
  const { current, previous } = keys.recoveryCodeKey
  return [current, previous].flatMap((key) => (key ? derived.map((bytes) => keyed(key, bytes)) : []))
}

/** Uses up the code with one of these hashes. Returns false when the user has no such code or used it before. */
export async function useRecoveryCode(
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

/** How many codes the user can still use. Codes under a SECRET_KEY that was dropped do not count. */
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
