import type { AccountView } from '@bank/contract/accounts/view'
import { endpoints } from '@bank/contract/endpoints'
import { ownScheduleOpening } from '@bank/contract/schedules/form'
import type { ScheduleView } from '@bank/contract/schedules/view'
import { canonicalAmount } from '@bank/contract/typed-amount'
import { formatMinor } from '@bank/ledger/money'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { accountOptions } from '../accounts/account-options.ts'
import { partnersOf, useAccounts } from '../accounts/accounts.ts'
import type { Advice } from '../api/advice-after.ts'
import { call } from '../api/call.ts'
import { choiceOf } from '../api/chosen-account.ts'
import { FailureNotice } from '../api/failure-notice.tsx'
import { potsQuery } from '../pots/pots.ts'
import { useCreateOnce } from '../sessions/use-create-once.ts'
import { Dialog } from '../ui/deferred-dialog.tsx'
import { DialogActions } from '../ui/dialog-actions.tsx'
import type { DialogState } from '../ui/dialog-props.ts'
import { useAmountsHidden } from '../ui/hidden-amounts.ts'
import { MoneyInput } from '../ui/money-input.tsx'
import { Select } from '../ui/select.tsx'
import { refreshSchedules } from './schedules.ts'
import { whenRule, whenShape, whenTextsOf } from './typed-when.ts'
import { WhenInputs, whenTextsIn } from './when-inputs.tsx'
import { whenNames } from './when-names.ts'

const { to, amount } = ownScheduleOpening.shape
const rules = z
  .object({ to, amount: z.pipe(z.transform(canonicalAmount), amount), ...whenShape })
  .check(...whenRule)

/** Schedules money to another account of the customer or into a pot, or changes such a schedule. */
export function OwnScheduleDialog({
  schedule: present,
  account,
  ...dialog
}: DialogState & {
  /** The one that is changed. */
  schedule?: ScheduleView
  account: AccountView
}) {
  const client = useQueryClient()
  // As it was when the form was filled in: the bank refuses the change where it is another one by now.
  const [schedule] = useState(present)
  const targets = useTargets(account)
  const query = { account: choiceOf(account) }
  const { form, field, failure, isPending, onSubmit } = useCreateOnce(
    schedule ? `change of schedule ${schedule.id}` : `own schedule of ${account.number}`,
    rules,
    {
      defaultValues: {
        to: '',
        amount: schedule?.amount ?? '',
        ...whenTextsOf(schedule?.rhythm),
      },
    },
    {
      create: ({ amount: amountMinor, end: _, ...fields }, openingId, signal) => {
        const body = { ...fields, amount: formatMinor(amountMinor) }
        if (!schedule)
          return call(endpoints.createOwnSchedule, { query, body: { ...body, openingId }, signal })
        const { id, version } = schedule
        return call(endpoints.changeOwnSchedule, {
          params: { id },
          query,
          body: { ...body, version },
          signal,
        })
      },
      texts: { busy: 'Saving...', done: schedule ? 'Scheduled payment changed' : 'Payment scheduled' },
      onSuccess: dialog.onClose,
      onSettled: () => refreshSchedules(client),
    },
  )
  // The accounts and the pots may come later than the dialog.
  const chosen = targets.find(({ value }) => value === (schedule?.potId ?? schedule?.payee))?.value
  const { setValue, getValues } = form
  useEffect(() => {
    if (chosen && !getValues('to')) setValue('to', chosen)
  }, [chosen, getValues, setValue])
  const texts = whenTextsIn(useWatch({ control: form.control, name: whenNames }))
  return (
    <Dialog {...dialog} title={schedule ? 'Change scheduled money' : 'Move money regularly'}>
      <form noValidate onSubmit={onSubmit} className="grid gap-field">
        <FailureNotice error={failure} advice={advice} />
        <Select label="To" options={targets} placeholder="Choose an account or a pot" {...field('to')} />
        <MoneyInput
          label="Amount"
          currency={account.currency}
          echo="Each time:"
          typed={useWatch({ control: form.control, name: 'amount' })}
          {...field('amount')}
        />
        <WhenInputs
          texts={texts}
          field={field}
          set={(name, text) => form.setValue(name, text, { shouldDirty: true })}
          currency={account.currency}
        />
        <DialogActions
          onCancel={dialog.onClose}
          action={schedule ? 'Save' : 'Schedule'}
          busyLabel="Saving…"
          isBusy={isPending}
        />
      </form>
    </Dialog>
  )
}

/** Where money of an account can go without leaving the customer. */
function useTargets(account: AccountView) {
  const { data: accounts = [] } = useAccounts()
  const { data: pots = [] } = useQuery(potsQuery(choiceOf(account)))
  const isHidden = useAmountsHidden()
  return [
    ...pots.map(({ id, name }) => ({ value: id, label: `Pot \u2068${name}\u2069` })),
    ...accountOptions(partnersOf(account, accounts), isHidden),
  ]
}

const advice: Advice = {
  opening_id_reused: 'Your last attempt has scheduled other values. They are in the list.',
  no_answer: 'The bank has not answered. Try again: it is scheduled at most once.',
}
