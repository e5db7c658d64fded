import type { endpoints } from '@bank/contract/endpoints'
import type { TransactionPage } from '@bank/contract/transactions/view'
import type { Call } from '../call.ts'
import { readHistoryPage } from './history-page.ts'

/** A page of the caller's filtered history, newest first. */
export function listTransactions({
  bank,
  actor,
  query,
}: Call<typeof endpoints.listTransactions>): Promise<TransactionPage> {
  return readHistoryPage(bank, actor.account.id, query)
}
