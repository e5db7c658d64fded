import { disputeCauseNames, disputeCauses } from '@bank/contract/disputes/causes'
import { type DisputeForm as Dispute, disputeForm } from '@bank/contract/disputes/form'
import type { TransactionView } from '@bank/contract/transactions/view'
import { formatMinor } from '@bank/ledger/money'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { FailureNotice } from '../api/failure-notice.tsx'
import { useEditDraft } from '../sessions/drafts.ts'
import { dropDraft } from '../sessions/kept-drafts.ts'
import { useCreateOnce } from '../sessions/use-create-once.ts'
import { DialogActions } from '../ui/dialog-actions.tsx'
import { useAmountsHidden } from '../ui/hidden-amounts.ts'
import { MoneyInput } from '../ui/money-input.tsx'
import { Select } from '../ui/select.tsx'
import { Textarea } from '../ui/textarea.tsx'

type Body = Omit<Dispute, 'amount'> & { amount: string; disputeId: string }

/**
 * Disputes a payment, or a part of it. Pressing the button several times disputes it once. What is typed is kept until it is sent or
 * cancelled. While amounts are hidden, an empty amount stands for all of the payment.
 */
export function DisputeForm({
  payment: { id, amount, currency },
  filesUnder,
  send,
  onCancel,
  onDone,
  onSettled,
}: {
  payment: Pick<TransactionView, 'id' | 'amount' | 'currency'>
  /** The menu entry of the page where files are added to its message. */
  filesUnder: string
  send: (body: Body, signal: AbortSignal) => Promise<unknown>
  onCancel: () => void
  onDone: () => void
  onSettled: () => void
}) {
  const purpose = `dispute of ${id}`
  const whole = useAmountsHidden() ? amount : ''
  const { form, field, failure, isPending, onSubmit } = useCreateOnce(
    purpose,
    z.extend(disputeForm, {
      amount: z.pipe(
        z.transform((typed: string) => typed || whole),
        disputeForm.shape.amount,
      ),
    }),
    { defaultValues: { cause: '', amount: whole ? '' : amount, text: '' } },
    {
      create: ({ amount: amountMinor, ...rest }, disputeId, signal) =>
        send({ ...rest, amount: formatMinor(amountMinor), disputeId }, signal),
      texts: {
        busy: 'Sending the dispute...',
        done: 'Payment disputed',
        failed: 'The payment was not disputed',
      },
      onSuccess: () => {
        dropDraft(purpose)
        onDone()
      },
      onSettled,
    },
  )
  useEditDraft(purpose, form)
  const cancel = () => {
    dropDraft(purpose)
    onCancel()
  }
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
        hint={whole ? 'A part of it, or nothing for all of it' : 'All of it, or a part'}
        {...field('amount')}
      />
      <Textarea
        label="What happened"
        rows={4}
        hint={`When, what was agreed, and what the payee said. Files can be added under ${filesUnder}.`}
        {...field('text')}
      />
      <DialogActions onCancel={cancel} action="Dispute" busyLabel="Sending…" isBusy={isPending} />
    </form>
  )
}
