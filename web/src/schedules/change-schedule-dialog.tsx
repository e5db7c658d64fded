import type { AccountView } from '@bank/contract/accounts/view'
import type { BeneficiaryView } from '@bank/contract/beneficiaries/view'
import { endpoints } from '@bank/contract/endpoints'
import type { ScheduleView } from '@bank/contract/schedules/view'
import { transferForm } from '@bank/contract/transfers/form'
import { canonicalAmount } from '@bank/contract/typed-amount'
import { formatMinor } from '@bank/ledger/money'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { announce } from '../api/announce.ts'
import { call } from '../api/call.ts'
import { choiceOf } from '../api/chosen-account.ts'
import { FailureNotice } from '../api/failure-notice.tsx'
import { useRequestForm } from '../api/use-request-form.ts'
import { fieldsOf } from '../beneficiaries/beneficiaries.ts'
import { PinInput } from '../pins/pin-input.tsx'
import { Dialog } from '../ui/deferred-dialog.tsx'
import { DialogActions } from '../ui/dialog-actions.tsx'
import type { DialogState } from '../ui/dialog-props.ts'
import { Input } from '../ui/input.tsx'
import { MoneyInput } from '../ui/money-input.tsx'
import { refreshSchedules } from './schedules.ts'
import { whenRule, whenShape, whenTextsOf } from './typed-when.ts'
import { WhenInputs, whenTextsIn } from './when-inputs.tsx'
import { whenNames } from './when-names.ts'

const { amount, reference, transaction_pin } = transferForm.shape
const rules = z
  .object({
    amount: z.pipe(z.transform(canonicalAmount), amount),
    reference,
    ...whenShape,
    transaction_pin,
  })
  .check(...whenRule)

/** A schedule with a payee. */
export type PaidSchedule = ScheduleView & { readonly beneficiary: BeneficiaryView }

/** Changes the amount, the reference and the days of a scheduled payment, with the PIN. */
export function ChangeScheduleDialog({
  schedule: present,
  account,
  ...dialog
}: DialogState & { schedule: PaidSchedule; account: AccountView }) {
  const client = useQueryClient()
  // As it was when the form was filled in: the bank refuses the change where it is another one by now.
  const [schedule] = useState(present)
  const { id, version, beneficiary, currency } = schedule
  const { form, field, failure, isPending, onSubmit } = useRequestForm(
    rules,
    {
      defaultValues: {
        amount: schedule.amount,
        reference: schedule.reference ?? '',
        ...whenTextsOf(schedule.rhythm),
        transaction_pin: '',
      },
    },
    {
      mutationFn: ({ amount: amountMinor, end: _, ...fields }) =>
        announce(
          call(endpoints.changeSchedule, {
            params: { id },
            query: { account: choiceOf(account) },
            body: { ...fieldsOf(beneficiary), ...fields, amount: formatMinor(amountMinor), version },
          }),
          { busy: 'Changing payment...', done: 'Scheduled payment changed' },
          `schedule ${id}`,
        ),
      onSuccess: dialog.onClose,
      onSettled: () => refreshSchedules(client),
      secrets: ['transaction_pin'],
    },
  )
  const texts = whenTextsIn(useWatch({ control: form.control, name: whenNames }))
  return (
    <Dialog {...dialog} title={`Change the payment to \u2068${beneficiary.accountName}\u2069`}>
      <form noValidate onSubmit={onSubmit} className="grid gap-field">
        <FailureNotice error={failure} />
        <MoneyInput
          label="Amount"
          currency={currency}
          echo="Each time:"
          typed={useWatch({ control: form.control, name: 'amount' })}
          {...field('amount')}
        />
        <Input label="Reference for the payee" optional autoComplete="off" {...field('reference')} />
        <WhenInputs
          texts={texts}
          field={field}
          set={(name, text) => form.setValue(name, text, { shouldDirty: true })}
          currency={currency}
        />
        <PinInput label="Transaction PIN" {...field('transaction_pin')} />
        <DialogActions onCancel={dialog.onClose} action="Save" busyLabel="Saving…" isBusy={isPending} />
      </form>
    </Dialog>
  )
}
