import { disputeCauseNames, disputeCauses } from '@bank/contract/disputes/causes'
import { type DisputeForm as Dispute, disputeForm } from '@bank/contract/disputes/form'
import type { TransactionView } from '@bank/contract/transactions/view'
import { formatMinor } from '@bank/ledger/money'
import { useWatch } from 'react-hook-form'
import { FailureNotice } from '../api/failure-notice.tsx'
import { useCreateOnce } from '../sessions/use-create-once.ts'
import { DialogActions } from '../ui/dialog-actions.tsx'
import { MoneyInput } from '../ui/money-input.tsx'
import { Select } from '../ui/select.tsx'
import { Textarea } from '../ui/textarea.tsx'

type Body = Omit<Dispute, 'amount'> & { amount: string; disputeId: string }

/** Disputes a payment, or a part of it. Pressing the button several times disputes it once. */
export function DisputeForm({
  payment: { id, amount, currency },
  send,
  onCancel,
  onDone,
  onSettled,
}: {
  payment: Pick<TransactionView, 'id' | 'amount' | 'currency'>
  send: (body: Body, signal: AbortSignal) => Promise<unknown>
  onCancel: () => void
  onDone: () => void
  onSettled: () => void
}) {
  const { form, field, failure, isPending, onSubmit } = useCreateOnce(
    `dispute of ${id}`,
    disputeForm,
    { defaultValues: { cause: '', amount, text: '' } },
    {
      create: ({ amount: amountMinor, ...rest }, disputeId, signal) =>
        send({ ...rest, amount: formatMinor(amountMinor), disputeId }, signal),
      texts: {
        busy: 'Sending the dispute...',
        done: 'Payment disputed',
        failed: 'The payment was not disputed',
      },
      onSuccess: onDone,
      onSettled,
    },
  )
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-field">
      <FailureNotice error={failure} />
      <Select
        label="What is wrong"
        placeholder="Choose"
        options={disputeCauseNames.map((value) => ({ value, label: disputeCauses[value] }))}
        data-first-focus
        {...field('cause')}
      />
      <MoneyInput
        label="Disputed amount"
        currency={currency}
        echo="You dispute"
        typed={useWatch({ control: form.control, name: 'amount' })}
        hint="All of it, or a part"
        {...field('amount')}
      />
      <Textarea
        label="What happened"
        rows={4}
        hint="When, what was agreed, and what the payee said. Files can be added under Help."
        {...field('text')}
      />
      <DialogActions onCancel={onCancel} action="Dispute" busyLabel="Sending…" isBusy={isPending} />
    </form>
  )
}
