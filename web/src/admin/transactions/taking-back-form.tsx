import { reasonReaders } from '@bank/contract/admin/reason-reader'
import { takingBackForm } from '@bank/contract/admin/transactions/form'
import { takingBackReasons } from '@bank/contract/admin/transactions/usual-reasons'
import type { StatusPreview } from '@bank/contract/admin/transactions/view'
import { endpoints } from '@bank/contract/endpoints'
import { formatMoney } from '@bank/contract/format-money'
import { doneText, staffTexts } from '@bank/contract/toast-texts/staff'
import type { HistoryRow } from '@bank/contract/transactions/view'
import { formatMinor, minorOf } from '@bank/ledger/money'
import { call } from '../../api/call.ts'
import { FailureNotice } from '../../api/failure-notice.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { useAmountWithReason } from '../use-amount-with-reason.ts'

/** Takes back a funding, or a part of it, up to the balance. */
export function TakingBackForm({
  funding: { transactionId: fundingId, amount, currency },
  preview: { takenBack, changes },
  onCancel,
  onDone,
}: {
  funding: Pick<HistoryRow, 'transactionId' | 'amount' | 'currency'>
  preview: StatusPreview
  onCancel: () => void
  onDone: () => void
}) {
  const left = minorOf(amount) - minorOf(takenBack)
  const balance = minorOf(changes[0]!.balances[0]!.before)
  const most = formatMoney(formatMinor(balance < left ? balance : left), currency)
  const { field, failure, isPending, typed, onSubmit, reasonField } = useAmountWithReason(
    `taking back of ${fundingId}`,
    takingBackForm,
    { defaultValues: { amount: formatMinor(balance < left ? balance : left) } },
    {
      usualReasons: takingBackReasons,
      reasonReader: reasonReaders.funding_taken_back,
      create: (form, { id: transactionId, reason, signal }) =>
        call(endpoints.takeBackFunding, {
          params: { id: fundingId },
          body: { transactionId, amount: formatMinor(form.amount), reason },
          signal,
        }),
      texts: { ...staffTexts.takeBack, done: (answer) => doneText(answer, staffTexts.takeBack) },
      onSuccess: onDone,
    },
  )
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-field">
      <FailureNotice error={failure} />
      <MoneyInput
        label="Amount"
        currency={currency}
        echo="You are taking back"
        typed={typed}
        hint={`Up to ${most}: what is left of the funding, and of the balance. This is final.`}
        data-first-focus
        {...field('amount')}
      />
      {reasonField}
      <DialogActions
        onCancel={onCancel}
        action="Take back"
        busyLabel={staffTexts.takeBack.busy}
        isBusy={isPending}
        look="destructive"
      />
    </form>
  )
}
