import type { QueryInputOf } from '@bank/contract/endpoint'
import type { endpoints } from '@bank/contract/endpoints'
import { customerTexts } from '@bank/contract/toast-texts/customers'
import type { TransactionPage } from '@bank/contract/transactions/view'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useHistoryChoice } from '../api/chosen-account.ts'
import { fieldReasons, isProblem } from '../api/problem.ts'
import { toast } from '../ui/toast.ts'
import { historyQuery } from './transactions.ts'

type PageQuery = Omit<QueryInputOf<typeof endpoints.listTransactions>, 'account'>

/**
 * A page of the history of the account that the page is about, or of all accounts, as `select` changes it. A failure shows a toast; the
 * list gives the reason.
 */
export function useTransactions(query: PageQuery, select?: (page: TransactionPage) => TransactionPage) {
  const account = useHistoryChoice()
  const page = useQuery({
    ...historyQuery({ account, ...query }),
    placeholderData: keepPreviousData,
    ...(select && { select }),
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
