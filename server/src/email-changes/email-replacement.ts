import type { PoolClient } from 'pg'
import { endResets } from '../password-resets/password-reset.ts'
import { Refusal } from '../refusal.ts'
import { endChallenges } from '../sessions/sign-in-challenge.ts'
import { endSessions } from '../sessions/user-sessions.ts'
import { forgetDevices, isEmailTaken } from '../users/user.ts'

/**
 * Replaces a user's email. Every session and every sign-in that waits for a code ends, no device is known any more, and open
 * links to choose a password end. Returns how many sessions ended. Throws `email_taken` when another user has the email.
 * Lock the user first.
 */
export async function replaceEmail(
  connection: PoolClient,
  { userId, email, now }: { userId: string; email: string; now: Date },
): Promise<number> {
  if (await isEmailTaken(connection, email)) throw new Refusal('email_taken')
  await connection
    .query(
      `update users
          set email = $2, email_changed_at = $3, profile_version = profile_version + 1
        where id = $1`,
      [userId, email, now],
    )
    .catch((error: unknown) => {
      // A registration with the same email was committed after the question above.
      throw isUniqueViolation(error) ? new Refusal('email_taken') : error
    })
  await forgetDevices(connection, userId)
  await endChallenges(connection, userId)
  await endResets(connection, userId, now)
  return endSessions(connection, userId)
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}
