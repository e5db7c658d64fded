import { reasonReaders } from '@bank/contract/admin/reason-reader'
import { accountOpeningForUserForm } from '@bank/contract/admin/users/form'
import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { endpoints } from '@bank/contract/endpoints'
import { accountTypes, currencyOptions } from '@bank/contract/option-lists'
import { staffTexts } from '@bank/contract/toast-texts/staff'
import { useQueryClient } from '@tanstack/react-query'
import type { Advice } from '../../api/advice-after.ts'
import { call } from '../../api/call.ts'
import { FailureNotice } from '../../api/failure-notice.tsx'
import { useCreateOnce } from '../../sessions/use-create-once.ts'
import { Dialog } from '../../ui/deferred-dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import type { DialogState } from '../../ui/dialog-props.ts'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { Select } from '../../ui/select.tsx'
import { replacingId, toast } from '../../ui/toast.ts'
import { userAccountKey } from '../chosen-account.ts'
import { readerTexts } from '../reason-field.tsx'
import { refreshPanel } from '../refresh-panel.ts'
import { mailed } from './mailed.ts'
import { ReasonDialog } from './reason-dialog.tsx'

type Props = DialogState & { user: UserDetailsView }

/** Asks why an account is closed, and closes it. */
export function ClosingDialog({ user, ...dialog }: Props) {
  const { id, name, account } = user
  const purpose = `closing of ${userAccountKey(user)}`
  return (
    <ReasonDialog
      {...dialog}
      purpose={purpose}
      title={`Close ${name}’s account ${account.number}?`}
      description={`The customer’s own rules apply: it must be empty, without pots and pending payments, and the main account closes last.${mailed(' They get an email about it.')}`}
      act={(body) =>
        call(endpoints.closeAccountOfUser, { params: { id }, query: { account: account.number }, body })
      }
      action="Close account"
      busyLabel="Closing..."
      look="destructive"
      onDone={() => toast.success('Account closed', { id: replacingId(purpose) })}
      failed="The account was not closed"
    />
  )
}

/** Asks why the activation of a new account is declined, and declines it. */
export function DeclineDialog({ user: { id, name }, ...dialog }: Props) {
  const purpose = `decline of the activation of ${id}`
  return (
    <ReasonDialog
      {...dialog}
      purpose={purpose}
      title={`Decline to activate ${name}’s account?`}
      description={`It stays inactive and leaves the list of those that wait.${mailed(' The customer gets an email with the reason.')} It can still be activated later.`}
      act={(body) => call(endpoints.declineActivation, { params: { id }, body })}
      reader={reasonReaders.activation_declined}
      action="Decline activation"
      busyLabel={staffTexts.decline.busy}
      look="destructive"
      onDone={() => toast.success(staffTexts.declineActivation.done, { id: replacingId(purpose) })}
      failed={staffTexts.declineActivation.failed}
    />
  )
}

/** Opens another account for a user. Pressing the button several times opens one. */
export function OpeningDialog({ user: { id, name }, open, onClose }: Props) {
  const client = useQueryClient()
  const { field, onSubmit, failure, isPending, mayRepeat } = useCreateOnce(
    `account opening for ${id}`,
    accountOpeningForUserForm,
    { defaultValues: { accountType: '', currency: '', reason: '' } },
    {
      create: (form, openingId, signal) =>
        call(endpoints.openAccountOfUser, { params: { id }, body: { ...form, openingId }, signal }),
      texts: { busy: 'Opening account...', done: 'Account opened', failed: 'The account was not opened' },
      onSuccess: onClose,
      onSettled: () => refreshPanel(client),
    },
  )
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Open an account for ${name}`}
      description="They can use it right away. Their other accounts do not change."
    >
      <form noValidate onSubmit={onSubmit} className="grid gap-field">
        {mayRepeat && (
          <Notice tone="pending">
            The bank did not answer the last attempt. The same account again is opened at most once.
          </Notice>
        )}
        <FailureNotice error={failure} advice={advice} />
        <Select
          label="Account type"
          placeholder="Choose a type"
          options={accountTypes}
          data-first-focus
          {...field('accountType')}
        />
        <RadioCards legend="Currency" options={currencyOptions} columns="three" {...field('currency')} />
        <Input label="Reason" hint={readerTexts.staff} autoComplete="off" {...field('reason')} />
        <DialogActions onCancel={onClose} action="Open account" busyLabel="Opening…" isBusy={isPending} />
      </form>
    </Dialog>
  )
}

const advice: Advice = {
  opening_id_reused: 'The last attempt has opened an account with other values. It is in the list.',
  no_answer: 'The bank has not answered. Try again: one account is opened at most.',
}
