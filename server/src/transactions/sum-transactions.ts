import type { HistoryTotals } from '@bank/contract/transactions/view'
import { currencies } from '@bank/ledger/currency'
import { formatMinor } from '@bank/ledger/money'
import { requestedAccounts } from '../accounts/account.ts'
import type { Verb } from '../call.ts'
import { type HistorySum, sumHistory } from './history.ts'
import { selectHistory } from './history-selection.ts'

/** Money in and money out of the filtered history of the caller's account, or of all their accounts, in each currency with a row. */
export const sumTransactions: Verb<'sumTransactions'> = async ({ bank, actor, query }) => {
  const accounts = await requestedAccounts(bank.db, actor, query.account)
  const accountIds = accounts.map(({ id }) => id)
  const selection = await selectHistory(bank.db, accountIds, query, {
    timeZone: bank.config.timeZone,
    isCustomer: true,
  })
  const sums = await sumHistory(bank.db, selection)
  const currencyOf = (sum: HistorySum) => accounts.find(({ id }) => id === sum.accountId)!.currency
  const byCurrency = Map.groupBy(sums, currencyOf)
  const totals: HistoryTotals['totals'] = currencies.flatMap((currency) => {
    const ofCurrency = byCurrency.get(currency)
    if (!ofCurrency) return []
    const total = (of: 'inMinor' | 'outMinor' | 'movedMinor') =>
      formatMinor(ofCurrency.reduce((sum, each) => sum + each[of], 0n))
    return [{ currency, moneyIn: total('inMinor'), moneyOut: total('outMinor'), moved: total('movedMinor') }]
  })
  return { totals }
}
