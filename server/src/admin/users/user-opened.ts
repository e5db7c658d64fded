import { recordAudit } from '../../audit/audit-chain.ts'
import type { Bank } from '../../bank.ts'
import { inTransaction } from '../../postgres/transaction.ts'

// An open page reads the same data again and again.
const minutesPerEvent = 15

type Reader = Pick<Bank, 'db' | 'oneAtATime'>

/** Writes an audit event that an administrator opened a user's data, at most one in 15 minutes. Call it before returning the data. */
export function recordUserOpened(
  bank: Reader,
  { actorId, userId, now }: { actorId: string; userId: string; now: Date },
): Promise<void> {
  return recordOpened(bank, { actorId, action: 'user_opened', target: userId, now })
}

/** The same for the overview, or a list of all users or of all transactions. */
export function recordListOpened(
  bank: Reader,
  {
    actorId,
    action,
    now,
  }: { actorId: string; action: 'users_listed' | 'transactions_listed' | 'overview_opened'; now: Date },
): Promise<void> {
  return recordOpened(bank, { actorId, action, target: null, now })
}

async function recordOpened(
  { db, oneAtATime }: Reader,
  event: { actorId: string; action: string; target: string | null; now: Date },
): Promise<void> {
  const { actorId, action, target, now } = event
  // One at a time: a page sends several requests at once.
  await oneAtATime(`${actorId} ${action} ${target}`, async () => {
    const { rowCount } = await db.query(
      `select from audit_events
        where actor_id = $1 and target is not distinct from $2 and action = $3 and happened_at > $4
        limit 1`,
      [actorId, target, action, new Date(now.getTime() - minutesPerEvent * 60_000)],
    )
    if (rowCount) return
    await inTransaction(db, (connection) => recordAudit(connection, { ...event, details: {} }))
  })
}
