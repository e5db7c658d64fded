import { waiting } from '../../accounts/account.ts'
import type { Connection } from '../../postgres/database.ts'

/** A user whose account waits for its first activation. */
type WaitingUser = { readonly id: string; readonly name: string; readonly openedAt: Date }

/** The users who have waited longest, up to `limit` of them. */
export async function findLongestWaiting(db: Connection, limit: number): Promise<WaitingUser[]> {
  const { rows } = await db.query<WaitingUser>(
    `select u.id, u.name, a.opened_at as "openedAt"
       from accounts a join users u on u.id = a.user_id
      where ${waiting('a')}
      order by a.opened_at, a.user_id
      limit $1`,
    [limit],
  )
  return rows
}

/** How many accounts wait, and how many of them were opened before a moment; both counted up to `countMax`. */
export async function countWaitingAccounts(
  db: Connection,
  { openedBefore, countMax }: { openedBefore: Date; countMax: number },
): Promise<{ count: number; overdueCount: number }> {
  // The oldest first: those opened before the moment are among the counted ones.
  const { rows } = await db.query<{ count: number; overdueCount: number }>(
    `select count(*)::integer as count, (count(*) filter (where opened_at <= $1))::integer as "overdueCount"
       from (select opened_at from accounts a where ${waiting('a')} order by opened_at, user_id limit $2) counted`,
    [openedBefore, countMax],
  )
  return rows[0]!
}
