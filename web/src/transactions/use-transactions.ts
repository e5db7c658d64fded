import { allAccounts } from '@bank/contract/accounts/all-accounts'
import { customerTexts } from '@bank/contract/toast-texts/customers'
import { type HistoryOrder, historyOrders } from '@bank/contract/transactions/history-orders'
import type { TransactionPage } from '@bank/contract/transactions/view'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useHistoryChoice } from '../api/chosen-account.ts'
import { fieldReasons, isProblem } from '../api/problem.ts'
import { toast } from '../ui/toast.ts'
import type { HistoryFilter } from './history-url-state.ts'
import { historyQuery } from './transactions.ts'

type PageQuery = {
  /** The start of the page; absent for the newest transactions. */
  cursor?: string | undefined
  limit: number
  order?: HistoryOrder | undefined
  filter?: HistoryFilter
}

/** A page of the history of the account that the page is about, or of all accounts. A failure shows a toast; the list gives the reason. */
export function useTransactions({ cursor, limit, order, filter = {} }: PageQuery) {
  const account = useHistoryChoice()
  const page = useQuery({
    // The URL may hold anything: the bank validates it.
    ...historyQuery({
      account,
      cursor,
      limit,
      order: order === historyOrders[0] ? undefined : order,
      ...(filter as object),
    }),
    placeholderData: keepPreviousData,
    ...(account === allAccounts && { select: withIdsOfAll }),
  })
  const { errorUpdatedAt } = page
  // An invalid filter shows its error on the field; an ended session and an unknown account have a page that explains them.
  const isExplained =
    fieldReasons(page.error).length > 0 ||
    (isProblem(page.error) && ['signed_out', 'account_not_found'].includes(page.error.code))
  const isError = page.isError && !isExplained
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure shows the toast again.
  useEffect(() => {
    if (isError) toast.error(customerTexts.transactions.failed, { id: 'transactions-failed' })
  }, [isError, errorUpdatedAt])
  return page
}

/** The rows of all accounts: money between two of them has a row on each, with the same id. */
function withIdsOfAll(page: TransactionPage): TransactionPage {
  return {
    ...page,
    transactions: page.transactions.map((row) => ({ ...row, id: `${row.id}.${row.account}` })),
  }
}
