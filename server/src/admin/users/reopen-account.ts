import type { Verb } from '../../call.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { Refusal } from '../../refusal.ts'
import { requireAdministrator } from '../administrator-act.ts'
import { waitForSecondPerson } from '../approvals/needed-approval.ts'
import { findChosenAccount } from './account-of-user.ts'
import { requireReopenable, storeReopened } from './reopening.ts'

/**
 * Opens a closed account of a customer again, with a reason that only the audit log keeps. Refuses an open account, because the
 * reason would be lost, and a further account while the main one is closed. Waits for a second person where there is one.
 */
export const reopenAccount: Verb<'reopenAccount'> = async ({ bank, actor, params, query, input, now }) => {
  const { reason } = input
  if (params.id === actor.userId) throw new Refusal('own_account_edited')
  const account = await findChosenAccount(bank.db, params.id, query.account)
  await requireReopenable(bank.db, account)
  const payload = { accountId: String(account.id), accountNumber: account.isMain ? null : account.number }
  const requested = { act: 'reopening' as const, subjectId: params.id, payload, reason }
  const waiting = await waitForSecondPerson(bank, actor, requested, now)
  if (waiting) return waiting
  await inTransaction(bank.db, async (connection) => {
    const reopening = { account, reason, actorId: actor.userId }
    await storeReopened(connection, bank.config, reopening, { hasNoSecondPerson: true }, now)
    await requireAdministrator(connection, actor, now)
  })
  return undefined
}
