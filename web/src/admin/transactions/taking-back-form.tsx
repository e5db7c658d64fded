import { takingBackForm } from '@bank/contract/admin/transactions/form'
import { takingBackReasons } from '@bank/contract/admin/transactions/usual-reasons'
import type { StatusPreview } from '@bank/contract/admin/transactions/view'
import { endpoints } from '@bank/contract/endpoints'
import { formatMoney } from '@bank/contract/format-money'
import { staffTexts } from '@bank/contract/toast-texts/staff'
import type { HistoryRow } from '@bank/contract/transactions/view'
import { formatMinor, minorOf } from '@bank/ledger/money'
import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { call } from '../../api/call.ts'
import { FailureNotice } from '../../api/failure-notice.tsx'
import { useCreateOnce } from '../../sessions/use-create-once.ts'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { useReason } from '../reason-field.tsx'
import { refreshPanel } from '../refresh-panel.ts'

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
  const client = useQueryClient()
  const why = useReason(takingBackReasons)
  const left = minorOf(amount) - minorOf(takenBack)
  const balance = minorOf(changes[0]!.balances[0]!.before)
  const most = formatMoney(formatMinor(balance < left ? balance : left), currency)
  const { form, field, failure, isPending, mutate } = useCreateOnce(
    `taking back of ${fundingId}`,
    takingBackForm,
    { defaultValues: { amount: formatMinor(balance < left ? balance : left) } },
    {
      create: (typed, transactionId, signal) =>
        call(endpoints.takeBackFunding, {
          params: { id: fundingId },
          body: { transactionId, amount: formatMinor(typed.amount), reason: why.reason! },
          signal,
        }),
      texts: staffTexts.takeBack,
      onSuccess: onDone,
      // Also after a failure: the balance, or what was taken back, may have changed.
      onSettled: () => void refreshPanel(client),
    },
  )
  const typed = useWatch({ control: form.control, name: 'amount' })
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((values) => why.isRight() && mutate(values))}
      className="grid gap-field"
    >
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
      {why.field}
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
