import type { Connection } from '../postgres/database.ts'
import { findEmailChangedAt } from '../users/user.ts'

/**
 * No reset link is mailed for this time after an e-mail took effect. Until then the user can read at the old address that the
 * e-mail was replaced, and object before the new address also chooses a new password.
 */
const holdMilliseconds = 72 * 60 * 60_000

/** When reset links may be mailed again after a change of the e-mail; undefined when they may at `now`. */
export function resetHoldUntil(emailChangedAt: Date | null, now: Date): Date | undefined {
  if (emailChangedAt === null) return undefined
  const until = new Date(emailChangedAt.getTime() + holdMilliseconds)
  return until > now ? until : undefined
}

/** The same for a user by id. */
export async function findResetHold(db: Connection, userId: string, now: Date): Promise<Date | undefined> {
  return resetHoldUntil(await findEmailChangedAt(db, userId), now)
}
