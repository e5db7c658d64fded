import type { PoolClient } from 'pg'
import { endResets } from '../password-resets/password-reset.ts'
import { Refusal } from '../refusal.ts'
import { endChallenges } from '../sessions/sign-in-challenge.ts'
import { endSessions } from '../sessions/user-sessions.ts'
import { forgetDevices, isEmailTaken, setEmail } from '../users/user.ts'

/**
 * Replaces a user's e-mail. Ends every session, pending sign-in and reset link of the user, and forgets known devices. Returns
 * how many sessions ended. Throws `email_taken` when another user has the e-mail. Lock the user first.
 */
export async function replaceEmail(
  connection: PoolClient,
  { userId, email, now }: { userId: string; email: string; now: Date },
): Promise<number> {
  if (await isEmailTaken(connection, email)) throw new Refusal('email_taken')
  await setEmail(connection, { userId, email, now }).catch((error: unknown) => {
    // Another user registered with the e-mail after the check above.
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
