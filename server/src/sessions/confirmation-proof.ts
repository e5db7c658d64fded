import type { PoolClient } from 'pg'
import type { Connection } from '../postgres/database.ts'
import { Refusal } from '../refusal.ts'
import { isTwoFactorOn } from '../two-factor/authenticator.ts'
import { newSessionToken, type Session, sessionKeyOf } from './session.ts'

// Long enough to choose another password when the first is refused as too common, short enough for an unattended desk.
const proofMinutes = 5

/**
 * True while a session holds a proof: its owner has confirmed with everything that a sign-in asks for, and has not yet made
 * the one change that the proof allows.
 */
export function hasProof({ provenAt }: Pick<Session, 'provenAt'>, now: Date): boolean {
  return provenAt !== null && provenAt > proofsSince(now)
}

// Long enough for a planned change, short enough for an unattended screen (departure 10).
const recentMilliseconds = 10 * 60_000

/** True within 10 minutes of the sign-in or of the last confirmation. */
export function isConfirmedRecently(
  { signedInAt, confirmedAt }: Pick<Session, 'signedInAt' | 'confirmedAt'>,
  now: Date,
): boolean {
  const last = Math.max(signedInAt.getTime(), confirmedAt?.getTime() ?? 0)
  return now.getTime() - last <= recentMilliseconds
}

/** The refusal that makes a screen ask for a confirmation. Its facts say whether a code is needed too. */
export async function confirmationRequired(db: Connection, userId: string): Promise<Refusal> {
  return new Refusal('confirm_required', { code: await isTwoFactorOn(db, userId) })
}

/**
 * Uses up the proof of a session in the transaction of the change that needs it. Returns the session's new cookie. Throws
 * `confirm_required` when the session holds no proof, and `signed_out` when it has ended.
 */
export async function consumeProof(
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

/**
 * Revokes the proofs of all of a user's sessions: when a confirmation needs more than before, and when what was confirmed was another
 * change, for which a recent confirmation is enough.
 */
export async function revokeProofs(db: Connection, userId: string): Promise<void> {
  await db.query('update sessions set proven_at = null where user_id = $1 and proven_at is not null', [
    userId,
  ])
}

function proofsSince(now: Date): Date {
  return new Date(now.getTime() - proofMinutes * 60_000)
}
