import type { endpoints } from '@bank/contract/endpoints'
import type { TransactionPage } from '@bank/contract/transactions/view'
import type { Call } from '../../call.ts'
import { readHistoryPage } from '../../transactions/history-page.ts'
import { findChosenAccount } from '../users/account-of-user.ts'
import { recordUserOpened } from '../users/user-opened.ts'

/** A page of the history of a user's account, with the same filters as for the user (specification §6). Writes an audit event. */
export async function listUserTransactions({
  bank,
  actor,
  params,
  query,
  now,
}: Call<typeof endpoints.listUserTransactions>): Promise<TransactionPage> {
  const account = await findChosenAccount(bank.db, params.id, query.account)
  await recordUserOpened(bank, { actorId: actor.userId, userId: params.id, now })
  return readHistoryPage(bank, account.id, query)
}
