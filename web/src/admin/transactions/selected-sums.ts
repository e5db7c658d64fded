import type { ListedTransaction } from '@bank/contract/admin/transactions/view'
import { formatMoney } from '@bank/contract/format-money'
import { formatMinor, minorOf } from '@bank/ledger/money'

/** The sum of transactions in each currency: "$1,250.00, €80.00". */
export function sumsOf(transactions: readonly Pick<ListedTransaction, 'amount' | 'currency'>[]): string {
  return [...Map.groupBy(transactions, ({ currency }) => currency)]
    .map(([currency, rows]) => {
      const sum = rows.reduce((total, { amount }) => total + minorOf(amount), 0n)
      return formatMoney(formatMinor(sum), currency)
    })
    .join(', ')
}
