import type { EmailState } from '../users/user.ts'

/**
 * No reset link is mailed for this time after an e-mail took effect. Until then the user can read at the old address that the
 * e-mail was replaced, and object before the new address also chooses a new password.
 */
const holdMilliseconds = 72 * 60 * 60_000

/**
 * When reset links may be mailed again after a change of the e-mail; undefined when they may at `now`. An owner who took an earlier
 * e-mail back chooses a new password at once.
 */
export function resetHoldUntil(
  { emailChangedAt, isEmailRestored }: Pick<EmailState, 'emailChangedAt' | 'isEmailRestored'>,
  now: Date,
): Date | undefined {
  if (emailChangedAt === null || isEmailRestored) return undefined
  const until = new Date(emailChangedAt.getTime() + holdMilliseconds)
  return until > now ? until : undefined
}
