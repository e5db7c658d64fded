import { accountNameForm } from '@bank/contract/accounts/form'
import type { AccountView } from '@bank/contract/accounts/view'
import { endpoints } from '@bank/contract/endpoints'
import { accountTypes, labelOf } from '@bank/contract/option-lists'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { announce } from '../api/announce.ts'
import { call } from '../api/call.ts'
import { fieldReasons, reasonOf } from '../api/problem.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Input } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { accountsQuery } from './accounts.ts'
import { meKey } from './me.ts'

type Props = { account: AccountView; onClose: () => void }

/** Asks for the customer's name for an account. */
export function RenameAccountDialog({ open, ...props }: Props & { open: boolean }) {
  return (
    <Dialog
      open={open}
      onClose={props.onClose}
      title="Rename account"
      description="Only you see this name. Transfers show your own name."
    >
      <RenameForm {...props} />
    </Dialog>
  )
}

function RenameForm({ account: { number, name, type }, onClose }: Props) {
  const client = useQueryClient()
  const { register, handleSubmit, formState } = useForm<{ name: string }>({
    resolver: standardSchemaResolver(accountNameForm),
    defaultValues: { name: name ?? '' },
  })
  const rename = useMutation({
    mutationFn: (body: { name: string }) =>
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
  })
  const refused = fieldReasons(rename.error)[0]
  return (
    <form noValidate onSubmit={handleSubmit((form) => rename.mutate(form))} className="grid gap-field">
      {rename.error && !refused && <Notice tone="failed">{reasonOf(rename.error)}</Notice>}
      <Input
        label="Name"
        optional
        hint={`Without a name it is shown as ${labelOf(accountTypes, type)}.`}
        autoComplete="off"
        data-first-focus
        error={formState.errors.name?.message ?? refused?.reason}
        {...register('name')}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={rename.isPending} busyLabel="Saving…">
          Save
        </Button>
      </div>
    </form>
  )
}
