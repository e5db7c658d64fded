import type { PoolClient } from 'pg'
import type { Connection } from '../postgres/database.ts'
import type { DeviceGeneration } from '../users/user.ts'
import { newSessionToken, sessionKeyOf } from './session.ts'

/** A user whose password was right. */
export type IdentifiedUser = {
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly deviceGeneration: DeviceGeneration
  readonly passwordHash: string
}

// Long enough to fetch the phone from another room.
const challengeMinutes = 5
// As many as start a block: a new sign-in finds the block.
const attemptsMax = 5

/** Stores a sign-in until its code arrives, and deletes expired ones. Returns the token that the browser sends back. */
export async function openChallenge(
  connection: PoolClient,
  { userId, passwordHash, now }: { userId: string; passwordHash: string; now: Date },
): Promise<{ challenge: string; endsAt: Date }> {
  const challenge = newSessionToken()
  const endsAt = new Date(now.getTime() + challengeMinutes * 60_000)
  await connection.query('delete from sign_in_challenges where ends_at <= $1', [now])
  await connection.query(
    `insert into sign_in_challenges (token_hash, user_id, password_hash, ends_at)
     values (decode($1, 'hex'), $2, $3, $4)`,
    [sessionKeyOf(challenge), userId, passwordHash, endsAt],
  )
  return { challenge, endsAt }
}

/**
 * Counts an attempt before its code is verified, so that concurrent attempts cannot exceed the limit. Undefined when the
 * sign-in has expired, used up its attempts or been completed.
 */
export async function countChallengeAttempt(
  db: Connection,
  challenge: string,
  now: Date,
): Promise<IdentifiedUser | undefined> {
  const { rows } = await db.query<IdentifiedUser>(
    `update sign_in_challenges c
        set tries = c.tries + 1
       from users u
      where c.token_hash = decode($1, 'hex') and c.ends_at > $2 and c.tries < $3 and u.id = c.user_id
     returning c.user_id as "userId", u.name, u.email, u.device_generation as "deviceGeneration",
               c.password_hash as "passwordHash"`,
    [sessionKeyOf(challenge), now, attemptsMax],
  )
  return rows[0]
}

/** Ends every pending sign-in of every user. */
export async function endAllChallenges(connection: PoolClient): Promise<void> {
  await connection.query('delete from sign_in_challenges')
}

/** Ends every pending sign-in of a user. */
export async function endChallenges(connection: PoolClient, userId: string): Promise<void> {
  await connection.query('delete from sign_in_challenges where user_id = $1', [userId])
}

/** Ends a pending sign-in. Returns false when another request ended it first. */
export async function endChallenge(connection: PoolClient, challenge: string): Promise<boolean> {
  const { rowCount } = await connection.query(
    `delete from sign_in_challenges where token_hash = decode($1, 'hex')`,
    [sessionKeyOf(challenge)],
  )
  return rowCount === 1
}
