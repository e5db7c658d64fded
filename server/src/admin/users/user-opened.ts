import { recordAudit } from '../../audit/audit-chain.ts'
import type { Bank } from '../../bank.ts'
import { inTransaction } from '../../postgres/transaction.ts'

// An open page reads the same data again and again.
const minutesPerEvent = 15

/** Writes an audit event that an administrator opened a user's data, at most one in 15 minutes. Call it before returning the data. */
export async function recordUserOpened(
  { db, oneAtATime }: Pick<Bank, 'db' | 'oneAtATime'>,
  { actorId, userId, now }: { actorId: string; userId: string; now: Date },
): Promise<void> {
  // One at a time: a page sends several requests at once.
  await oneAtATime(`${actorId} opens ${userId}`, async () => {
    const { rowCount } = await db.query(
      `select from audit_events where actor_id = $1 and target = $2 and action = 'user_opened' and happened_at > $3 limit 1`,
      [actorId, userId, new Date(now.getTime() - minutesPerEvent * 60_000)],
    )
    if (rowCount) return
    const event = { actorId, action: 'user_opened', target: userId, details: {}, now }
    await inTransaction(db, (connection) => recordAudit(connection, event))
  })
}
