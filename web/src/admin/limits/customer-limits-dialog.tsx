import { customerLimitsForm } from '@bank/contract/admin/limits/form'
import { customerLimitReasons } from '@bank/contract/admin/transactions/usual-reasons'
import { endpoints } from '@bank/contract/endpoints'
import { formatMoney } from '@bank/contract/format-money'
import type { GuardView } from '@bank/contract/guards/view'
import { doneText, staffTexts } from '@bank/contract/toast-texts/staff'
import { canonicalAmount } from '@bank/contract/typed-amount'
import { formatMinor } from '@bank/ledger/money'
import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { FailureNotice } from '../../api/failure-notice.tsx'
import { useCreateOnce } from '../../sessions/use-create-once.ts'
import { Dialog } from '../../ui/deferred-dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import type { DialogState } from '../../ui/dialog-props.ts'
import { Input } from '../../ui/input.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { useReason } from '../reason-field.tsx'
import { refreshPanel } from '../refresh-panel.ts'

// What the contract's fields read, which have a default.
const orNull = (text: string): string | null | undefined => (text.trim() === '' ? null : text)
const { day, month, until } = customerLimitsForm.shape
const amountOrNull = z.transform((text: string) => orNull(canonicalAmount(text)))

/** The rules of the contract for typed texts: an empty field is null. */
const rules = z.object({
  day: z.pipe(amountOrNull, day),
  month: z.pipe(amountOrNull, month),
  until: z.pipe(z.transform(orNull), until),
})

/** Sets the limits of one customer in a currency in place of the bank's. Pressing the button several times sets them once. */
export function CustomerLimitsDialog({
  userId,
  guard: { currency, bank },
  ...dialog
}: DialogState & { userId: string; guard: GuardView }) {
  const client = useQueryClient()
  const why = useReason(customerLimitReasons)
  const texts = staffTexts.setLimits
  const { form, field, failure, isPending, mutate } = useCreateOnce(
    `limits of ${userId} in ${currency}`,
    rules,
    { defaultValues: { day: '', month: '', until: '' } },
    {
      create: (wanted, limitsId, signal) => {
        const amount = (limit: bigint | null) => (limit === null ? null : formatMinor(limit))
        const body = { day: amount(wanted.day), month: amount(wanted.month), until: wanted.until }
        const params = { id: userId, currency }
        return call(endpoints.setCustomerLimits, {
          params,
          body: { ...body, limitsId, reason: why.reason! },
          signal,
        })
      },
      texts: { ...texts, done: (answer: unknown) => doneText(answer, texts) },
      onSuccess: dialog.onClose,
      onSettled: () => void refreshPanel(client),
    },
  )
  const typed = useWatch({ control: form.control })
  const hintOf = (limit: string | null) =>
    `Empty: the bank’s limit. Now: ${limit === null ? 'none' : formatMoney(limit, currency)}`
  return (
    <Dialog
      {...dialog}
      title={`Limits in ${currency}`}
      description="In place of the bank’s, until a day. Lower ones apply immediately, higher ones wait for a second person. The customer’s own apply beside them."
    >
      <form
        noValidate
        onSubmit={form.handleSubmit((values) => why.isRight() && mutate(values))}
        className="grid gap-field"
      >
        <FailureNotice error={failure} />
        <MoneyInput
          label="Per day"
          optional
          currency={currency}
          echo="Up to"
          hint={hintOf(bank.day)}
          typed={typed.day ?? ''}
          data-first-focus
          {...field('day')}
        />
        <MoneyInput
          label="Per month"
          optional
          currency={currency}
          echo="Up to"
          hint={hintOf(bank.month)}
          typed={typed.month ?? ''}
          {...field('month')}
        />
        <Input
          label="Until"
          type="date"
          optional
          hint="From this day the bank’s limits apply again"
          {...field('until')}
        />
        {why.field}
        <DialogActions
          onCancel={dialog.onClose}
          action="Set limits"
          busyLabel={texts.busy}
          isBusy={isPending}
        />
      </form>
    </Dialog>
  )
}
