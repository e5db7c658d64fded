import { accountNameForm } from '@bank/contract/accounts/form'
import type { AccountView } from '@bank/contract/accounts/view'
import { endpoints } from '@bank/contract/endpoints'
import { accountTypes, labelOf } from '@bank/contract/option-lists'
import { useQueryClient } from '@tanstack/react-query'
import { announce } from '../api/announce.ts'
import { call } from '../api/call.ts'
import { FailureNotice } from '../api/failure-notice.tsx'
import { useRequestForm } from '../api/use-request-form.ts'
import { Dialog } from '../ui/deferred-dialog.tsx'
import { DialogActions } from '../ui/dialog-actions.tsx'
import type { DialogState } from '../ui/dialog-props.ts'
import { Input } from '../ui/input.tsx'
import { accountsQuery } from './accounts.ts'
import { meKey } from './me.ts'

/** Asks for the customer's name for an account. */
export function RenameAccountDialog({
  account: { number, name, type },
  open,
  onClose,
}: DialogState & { account: AccountView }) {
  const client = useQueryClient()
  const { field, onSubmit, failure, isPending } = useRequestForm(
    accountNameForm,
    { defaultValues: { name: name ?? '' } },
    {
      mutationFn: (body) =>
        announce(
          call(endpoints.renameAccount, { params: { number }, body }),
          { busy: 'Renaming account...', done: 'Account renamed', failed: 'The account was not renamed' },
          `account ${number}`,
        ),
      onSuccess: onClose,
      onSettled: () => {
        void client.invalidateQueries({ queryKey: meKey })
        return client.invalidateQueries({ queryKey: accountsQuery.queryKey })
      },
    },
  )
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Rename account"
      description="Only you see this name. Transfers show your own name."
    >
      <form noValidate onSubmit={onSubmit} className="grid gap-field">
        <FailureNotice error={failure} />
        <Input
          label="Name"
          optional
          hint={`Without a name it is shown as ${labelOf(accountTypes, type)}.`}
          autoComplete="off"
          data-first-focus
          {...field('name')}
        />
        <DialogActions onCancel={onClose} action="Save" busyLabel="Saving…" isBusy={isPending} />
      </form>
    </Dialog>
  )
}
