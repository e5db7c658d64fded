import type { Verb } from '../../call.ts'
import { readHistoryPage } from '../../transactions/history-page.ts'
import { findChosenAccount } from '../users/account-of-user.ts'
import { recordUserOpened } from '../users/user-opened.ts'

/** A page of the history of a user's account, with the same filters as for the user (specification §6). Writes an audit event. */
export const listUserTransactions: Verb<'listUserTransactions'> = async ({
  bank,
  actor,
  params,
  query,
  now,
}) => {
  const account = await findChosenAccount(bank.db, params.id, query.account)
  await recordUserOpened(bank, { actorId: actor.userId, userId: params.id, now })
  return readHistoryPage(bank, [account], query, { isCustomer: false })
}
