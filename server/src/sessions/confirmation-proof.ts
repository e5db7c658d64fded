import type { PoolClient } from 'pg'
import type { Connection } from '../postgres/database.ts'
import { Refusal } from '../refusal.ts'
import { isTwoFactorOn } from '../two-factor/authenticator.ts'
import { newSessionToken, type Session, sessionKeyOf } from './session.ts'

// Long enough to choose another password when the first is refused as too common, short enough for a desk that is left.
const proofMinutes = 5

/** True while a session holds a proof: its owner has shown all they sign in with, for one change, and not yet made it. */
export function isProven({ provenAt }: Pick<Session, 'provenAt'>, now: Date): boolean {
  return provenAt !== null && provenAt > proofsSince(now)
}

/** The refusal that has a screen ask who is there, and whether it has to ask for a code besides the password. */
export async function confirmationRequired(db: Connection, userId: string): Promise<Refusal> {
  return new Refusal('confirm_required', { code: await isTwoFactorOn(db, userId) })
}

/**
 * Uses up the proof of a session in the transaction of the change it is for, and gives the session's new cookie. Throws
 * `confirm_required` when there is no proof any more, and `signed_out` when the session has ended meanwhile.
 */
export async function spendProof(
  connection: PoolClient,
  { key, userId }: Pick<Session, 'key' | 'userId'>,
  now: Date,
): Promise<string> {
  const token = newSessionToken()
  const { rowCount } = await connection.query(
    `update sessions
        set token_hash = decode($2, 'hex'), superseded_hash = null, last_seen_at = $3, proven_at = null
      where token_hash = decode($1, 'hex') and proven_at > $4`,
    [key, sessionKeyOf(token), now, proofsSince(now)],
  )
  if (rowCount === 1) return token
  const session = await connection.query(`select from sessions where token_hash = decode($1, 'hex')`, [key])
  throw session.rowCount === 1 ? await confirmationRequired(connection, userId) : new Refusal('signed_out')
}

/** Takes back the proofs of all of a user's sessions: what had to be shown for them is no longer enough. */
export async function forgetProofs(connection: PoolClient, userId: string): Promise<void> {
  await connection.query(
    'update sessions set proven_at = null where user_id = $1 and proven_at is not null',
    [userId],
  )
}

function proofsSince(now: Date): Date {
  return new Date(now.getTime() - proofMinutes * 60_000)
}
