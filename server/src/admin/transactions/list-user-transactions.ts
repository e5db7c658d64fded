import type { endpoints } from '@bank/contract/endpoints'
import type { TransactionPage } from '@bank/contract/transactions/view'
import { findMainAccount } from '../../accounts/account.ts'
import type { Call } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import { readHistoryPage } from '../../transactions/history-page.ts'
import { recordUserOpened } from '../users/user-opened.ts'

/** A page of a user's history, with the same filters as for the user (specification §6). Writes an audit event. */
export async function listUserTransactions({
  bank,
  actor,
  params,
  query,
  now,
}: Call<typeof endpoints.listUserTransactions>): Promise<TransactionPage> {
  const account = await findMainAccount(bank.db, params.id)
  if (!account) throw new Refusal('user_not_found')
  await recordUserOpened(bank, { actorId: actor.userId, userId: params.id, now })
  return readHistoryPage(bank, account.id, query)
}
