import { beneficiaryNameForm } from '@bank/contract/beneficiaries/form'
import type { SavedBeneficiary } from '@bank/contract/beneficiaries/view'
import { endpoints } from '@bank/contract/endpoints'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { announce } from '../api/announce.ts'
import { call } from '../api/call.ts'
import { reasonOf } from '../api/problem.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Input } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { beneficiariesQuery } from './beneficiaries.ts'

type Props = { beneficiary: SavedBeneficiary; onClose: () => void }

/** Asks for the new name of a saved beneficiary. */
export function RenameDialog({ open, ...props }: Props & { open: boolean }) {
  return (
    <Dialog
      open={open}
      onClose={props.onClose}
      title="Rename payee"
      description="Only you see this name. The account name on your transfers stays as it is."
    >
      <NameForm {...props} />
    </Dialog>
  )
}

function NameForm({ beneficiary, onClose }: Props) {
  const client = useQueryClient()
  const { register, handleSubmit, formState } = useForm<{ name: string }>({
    resolver: standardSchemaResolver(beneficiaryNameForm),
    defaultValues: { name: beneficiary.name },
  })
  const rename = useMutation({
    mutationFn: (body: { name: string }) =>
      announce(
        call(endpoints.renameBeneficiary, { params: { id: beneficiary.id }, body }),
        { busy: 'Renaming payee...', done: 'Payee renamed', failed: 'The payee was not renamed' },
        `payee ${beneficiary.id}`,
      ),
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries({ queryKey: beneficiariesQuery.queryKey }),
  })
  return (
    <form noValidate onSubmit={handleSubmit((form) => rename.mutate(form))} className="grid gap-field">
      {rename.error && <Notice tone="failed">{reasonOf(rename.error)}</Notice>}
      <Input
        label="Name"
        autoComplete="off"
        data-first-focus
        error={formState.errors.name?.message}
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
