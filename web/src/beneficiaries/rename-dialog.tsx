import type { SavedBeneficiary } from '@bank/contract/beneficiaries/view'
import { endpoints } from '@bank/contract/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { announce } from '../api/announce.ts'
import { call } from '../api/call.ts'
import { Dialog } from '../ui/dialog.tsx'
import { beneficiariesQuery } from './beneficiaries.ts'
import { PayeeNameForm } from './payee-name-form.tsx'

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
      <RenameForm {...props} />
    </Dialog>
  )
}

function RenameForm({ beneficiary, onClose }: Props) {
  const client = useQueryClient()
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
    <PayeeNameForm
      label="Name"
      initialName={beneficiary.name}
      submitLabel="Save"
      error={rename.error}
      isPending={rename.isPending}
      onSubmit={(form) => rename.mutate(form)}
      onClose={onClose}
    />
  )
}
