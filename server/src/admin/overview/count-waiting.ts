import type { Verb } from '../../call.ts'
import { countDueCases } from '../../support/case.ts'
import { sumPending } from '../../transactions/pending-transactions.ts'
import { countWaitingApprovals } from '../approvals/approval.ts'
import { countMax, exact, pendingMax } from './count-limits.ts'
import { countWaitingAccounts } from './waiting-accounts.ts'

/** How much waits for the bank's staff, of each kind. */
export const countWaiting: Verb<'countWaiting'> = async ({ bank: { db }, now }) => {
  const [accounts, pending, messages, approvals] = await Promise.all([
    countWaitingAccounts(db, { openedBefore: now, countMax: countMax + 1 }),
    sumPending(db, pendingMax + 1),
    countDueCases(db, { now, countMax: countMax + 1 }),
    countWaitingApprovals(db, { now, countMax: countMax + 1 }),
  ])
  const pendingCount = pending.reduce((total, { count }) => total + count, 0)
  return {
    accounts: exact(accounts.count),
    pendingTransactions: exact(pendingCount, pendingMax),
    dueMessages: exact(messages.count),
    approvals: exact(approvals),
  }
}
