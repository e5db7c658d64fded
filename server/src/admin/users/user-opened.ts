import { recordAuditOnce } from '../../audit/repeated-events.ts'
import type { Bank } from '../../bank.ts'

type Reader = Pick<Bank, 'db'>

/** Writes an audit event that an administrator opened a user's data, at most one in 15 minutes. Call it before returning the data. */
export function recordUserOpened(
  { db }: Reader,
  { actorId, userId, now }: { actorId: string; userId: string; now: Date },
): Promise<void> {
  return recordAuditOnce(db, { actorId, action: 'user_opened', target: userId, now })
}

/** The same for the overview, or a list of all users or of all transactions. */
export function recordListOpened(
  { db }: Reader,
  opened: { actorId: string; action: 'users_listed' | 'transactions_listed' | 'overview_opened'; now: Date },
): Promise<void> {
  return recordAuditOnce(db, { ...opened, target: null })
}
