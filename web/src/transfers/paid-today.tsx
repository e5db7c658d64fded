import { endpoints } from '@bank/contract/endpoints'
import { formatMoney } from '@bank/contract/format-money'
import type { TransferForm } from '@bank/contract/transfer-form'
import type { TransactionView } from '@bank/contract/views'
import { useQuery } from '@tanstack/react-query'
import { bankNow } from '../api/bank-clock.ts'
import { call } from '../api/call.ts'
import { settings } from '../settings.ts'
import { DateText, formatMoment } from '../ui/date-text.tsx'
import { Notice } from '../ui/notice.tsx'

/**
 * Warns on the review when the same amount has gone to the same account number on the same day of the bank. Looks at
 * the latest hundred transactions, and says nothing when they cannot be had: it is a reminder, the bank decides.
 */
export function PaidToday({ form }: { form: TransferForm }) {
  const { data } = useQuery({
    // Under the history's key, so that it is asked for again whenever money has moved.
    queryKey: ['transactions', 'of today'],
    queryFn: ({ signal }) => call(endpoints.listTransactions, { query: { limit: 100 }, signal }),
  })
  const earlier = data && sentToday(data.transactions, form, new Date(bankNow()).toISOString())
  return (
    <div role="status">
      {earlier && (
        <Notice tone="pending">
          Already paid this today? You sent {formatMoney(earlier.amount, earlier.currency)} to this account
          number on <DateText moment={earlier.createdAt} long />. Confirm only if you mean to pay it again.
        </Notice>
      )}
    </div>
  )
}

/** The latest transfer like this one on the bank's day of `now`. One that failed has given its money back: it is none. */
function sentToday(
  history: readonly TransactionView[],
  form: TransferForm,
  now: string,
): TransactionView | undefined {
  const dayOf = (moment: string) => formatMoment(moment, false, settings.timeZone)
  const plain = (number: string) => number.replace(/\s/g, '')
  return history.find(
    ({ type, status, amount, beneficiary, createdAt }) =>
      type === 'debit' &&
      status !== 'failed' &&
      amount === form.amount &&
      beneficiary !== null &&
      plain(beneficiary.accountNumber) === plain(form.account_number) &&
      dayOf(createdAt) === dayOf(now),
  )
}
