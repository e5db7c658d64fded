import type { PoolClient } from 'pg'
import { endResets } from '../password-resets/password-reset.ts'
import { errorCodeOf } from '../postgres/transient-error.ts'
import { Refusal } from '../refusal.ts'
import { endChallenges } from '../sessions/sign-in-challenge.ts'
import { endSessions, endSessionsExcept } from '../sessions/user-sessions.ts'
import { type DeviceGeneration, forgetDevices, isEmailTaken, setEmail } from '../users/user.ts'
import { endEmailChange, isEmailHeld } from './email-change.ts'

/**
 * Replaces a user's e-mail, and ends a pending new one. Ends every session but the one with `keptSession`, every pending sign-in and
 * reset link of the user, and forgets known devices. Returns how many sessions ended, and the generation of new known devices.
 * Throws `email_taken` when another user has the e-mail or may take it back. Lock the user first.
 */
export async function replaceEmail(
  connection: PoolClient,
  {
    userId,
    keptSession,
    ...change
  }: { userId: string; email: string; isRestored?: boolean; keptSession?: string; now: Date },
): Promise<{ sessionsEnded: number; deviceGeneration: DeviceGeneration }> {
  if (await isEmailTaken(connection, change.email)) throw new Refusal('email_taken')
  await setEmail(connection, { userId, ...change }).catch((error: unknown) => {
    // Another user registered with the e-mail after the check above.
    throw errorCodeOf(error) === '23505' ? new Refusal('email_taken') : error
  })
  if (await isEmailHeld(connection, change.email, { userId, ...change })) throw new Refusal('email_taken')
  await endEmailChange(connection, userId, change.now)
  const deviceGeneration = await forgetDevices(connection, userId)
  await endChallenges(connection, userId)
  await endResets(connection, userId, change.now)
  const sessionsEnded =
    keptSession === undefined
      ? await endSessions(connection, userId)
      : await endSessionsExcept(connection, userId, keptSession)
  return { sessionsEnded, deviceGeneration }
}
