import type { BeneficiaryView } from '@bank/contract/beneficiaries/view'
import { Dialog } from '../ui/dialog.tsx'
import { fieldsOf } from './beneficiaries.ts'
import { PayeeNameForm } from './payee-name-form.tsx'
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
      <SaveForm {...props} />
    </Dialog>
  )
}

function SaveForm({ to, onClose, onSaved }: Props) {
  const { mutate, isPending, error } = useSaveBeneficiary(onSaved)
  return (
    <PayeeNameForm
      label="Name for this payee"
      initialName={to.accountName}
      submitLabel="Save payee"
      error={error}
      isPending={isPending}
      onSubmit={({ name }) => mutate({ ...fieldsOf(to), name })}
      onClose={onClose}
    />
  )
}
