import type { PoolClient } from 'pg'
import type { Connection } from '../postgres/database.ts'
import type { DeviceGeneration } from '../users/user.ts'
import { newSessionToken, sessionKeyOf } from './session.ts'

/** A sign-in whose password was right and that waits for a code. */
export type Challenge = {
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly deviceGeneration: DeviceGeneration
  /** The password that was right. */
  readonly passwordHash: string
}

// Long enough to fetch the telephone from another room.
const challengeMinutes = 5
// As many as close a block. The sign-in then begins again, and finds the block.
const triesMax = 5

/** Keeps a sign-in until its code comes. Gives what names it to the browser; clears away what has ended. */
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
 * Counts a try of a sign-in before its code is looked at, so that tries at the same time cannot outrun the count. Undefined
 * when the sign-in has ended: by its time, by its tries, or because it was finished.
 */
export async function countChallengeTry(
  db: Connection,
  challenge: string,
  now: Date,
): Promise<Challenge | undefined> {
  const { rows } = await db.query<Challenge>(
    `update sign_in_challenges c
        set tries = c.tries + 1
       from users u
      where c.token_hash = decode($1, 'hex') and c.ends_at > $2 and c.tries < $3 and u.id = c.user_id
     returning c.user_id as "userId", u.name, u.email, u.device_generation as "deviceGeneration",
               c.password_hash as "passwordHash"`,
    [sessionKeyOf(challenge), now, triesMax],
  )
  return rows[0]
}

/** Ends every sign-in of a user that waits for a code. */
export async function endChallenges(connection: PoolClient, userId: string): Promise<void> {
  await connection.query('delete from sign_in_challenges where user_id = $1', [userId])
}

/** Ends a sign-in. False when somebody else has ended it first. */
export async function endChallenge(connection: PoolClient, challenge: string): Promise<boolean> {
  const { rowCount } = await connection.query(
    `delete from sign_in_challenges where token_hash = decode($1, 'hex')`,
    [sessionKeyOf(challenge)],
  )
  return rowCount === 1
}
