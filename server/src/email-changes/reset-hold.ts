import type { Connection } from '../postgres/database.ts'

/**
 * For so long after an email took effect no link to choose a password is mailed: the owner of the old address has read by
 * then that it was replaced, and can object before the new address also gives a new password.
 */
const holdMilliseconds = 72 * 60 * 60_000

/** Until when no reset link may be mailed to a user whose email changed then; undefined when one may at `now`. */
export function holdAfter(emailChangedAt: Date | null, now: Date): Date | undefined {
  if (emailChangedAt === null) return undefined
  const until = new Date(emailChangedAt.getTime() + holdMilliseconds)
  return until > now ? until : undefined
}

/** The same for a user by id. */
export async function findEmailHold(db: Connection, userId: string, now: Date): Promise<Date | undefined> {
  const { rows } = await db.query<{ emailChangedAt: Date | null }>(
    'select email_changed_at as "emailChangedAt" from users where id = $1',
    [userId],
  )
  return holdAfter(rows[0]?.emailChangedAt ?? null, now)
}
