import { recordAudit } from '../../audit/audit-chain.ts'
import type { Bank } from '../../bank.ts'
import { inTransaction } from '../../postgres/transaction.ts'

// What an open page reads again and again is one look.
const lookMinutes = 15

/** Puts on record that an administrator looks at a user's data, once for as long as a look lasts. Call it before they are shown. */
export async function recordUserOpened(
  { db, oneAtATime }: Pick<Bank, 'db' | 'oneAtATime'>,
  { actorId, userId, now }: { actorId: string; userId: string; now: Date },
): Promise<void> {
  // A page asks for several things at once.
  await oneAtATime(`look at ${userId} by ${actorId}`, async () => {
    const { rowCount } = await db.query(
      `select from audit_events where actor_id = $1 and target = $2 and action = 'user_opened' and happened_at > $3 limit 1`,
      [actorId, userId, new Date(now.getTime() - lookMinutes * 60_000)],
    )
    if (rowCount) return
    const event = { actorId, action: 'user_opened', target: userId, details: {}, now }
    await inTransaction(db, (connection) => recordAudit(connection, event))
  })
}
