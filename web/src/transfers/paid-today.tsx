import { dayOf } from '@bank/contract/bank-day'
import { plainNumberOf } from '@bank/contract/beneficiaries/account-key'
import { formatMoney } from '@bank/contract/format-money'
import type { TransactionView } from '@bank/contract/transactions/view'
import type { TransferForm } from '@bank/contract/transfers/form'
import { formatMinor, minorOf } from '@bank/ledger/money'
import { bankToday } from '../api/bank-today.ts'
import { useAccountQuery } from '../api/chosen-account.ts'
import { publicConfig } from '../public-config.ts'
import { historyQuery } from '../transactions/transactions.ts'
import { DateText } from '../ui/date-text.tsx'
import { Notice } from '../ui/notice.tsx'

/**
 * Warns on the review when the same amount was sent to the same account number on the same day of the bank. Shows nothing when
 * today's transactions cannot be loaded: it is a reminder, the bank decides.
 */
export function PaidToday({ form }: { form: TransferForm }) {
  const today = bankToday()
  const amount = formatMinor(form.amount)
  const sentToday = { type: 'debit', from: today, minAmount: amount, maxAmount: amount, limit: 100 } as const
  const { data } = useAccountQuery((account) => historyQuery({ account, ...sentToday }))
  const earlier = data && sentOn(today, data.transactions, form)
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

/** The latest transfer like this one on a day of the bank, without the failed ones: their money is back. */
function sentOn(
  day: string,
  history: readonly TransactionView[],
  form: TransferForm,
): TransactionView | undefined {
  return history.find(
    ({ type, status, amount, beneficiary, createdAt }) =>
      type === 'debit' &&
      status !== 'failed' &&
      minorOf(amount) === form.amount &&
      beneficiary !== null &&
      plainNumberOf(beneficiary.accountNumber, publicConfig) ===
        plainNumberOf(form.account_number, publicConfig) &&
      dayOf(new Date(createdAt), publicConfig.timeZone) === day,
  )
}
