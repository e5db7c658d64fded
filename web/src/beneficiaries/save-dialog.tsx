import { beneficiaryNameForm } from '@bank/contract/beneficiaries/form'
import type { BeneficiaryView } from '@bank/contract/beneficiaries/view'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import { reasonOf } from '../api/problem.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Input } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { fieldsOf } from './beneficiaries.ts'
import { useSaveBeneficiary } from './use-save-beneficiary.ts'

type Props = { to: BeneficiaryView; onClose: () => void; onSaved: () => void }

/** Asks under which name the payee of a transfer is saved. */
export function SaveDialog({
  open,
  returnTo,
  ...props
}: Props & { open: boolean; returnTo: () => HTMLElement | null }) {
  return (
    <Dialog
      open={open}
      onClose={props.onClose}
      returnTo={returnTo}
      title="Save this payee"
      description="Only you see the name. The account name on your transfers stays as it is."
    >
      <NameForm {...props} />
    </Dialog>
  )
}

function NameForm({ to, onClose, onSaved }: Props) {
  const { register, handleSubmit, formState } = useForm<{ name: string }>({
    resolver: standardSchemaResolver(beneficiaryNameForm),
    defaultValues: { name: to.accountName },
  })
  const { mutate, isPending, error } = useSaveBeneficiary(onSaved)
  return (
    <form
      noValidate
      onSubmit={handleSubmit(({ name }) => mutate({ ...fieldsOf(to), name }))}
      className="grid gap-field"
    >
      {error && <Notice tone="failed">{reasonOf(error)}</Notice>}
      <Input
        label="Name for this payee"
        autoComplete="off"
        data-first-focus
        error={formState.errors.name?.message}
        {...register('name')}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={isPending} busyLabel="Saving…">
          Save payee
        </Button>
      </div>
    </form>
  )
}
