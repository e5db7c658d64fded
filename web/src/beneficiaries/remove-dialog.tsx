import type { SavedBeneficiary } from '@bank/contract/beneficiaries/view'
import { useQueryClient } from '@tanstack/react-query'
import { ActDialog } from '../api/act-dialog.tsx'
import { announce } from '../api/announce.ts'
import { refreshBeneficiaries } from './beneficiaries.ts'
import { removePayee } from './save-payee.ts'

/** Asks for confirmation before a saved beneficiary is removed. */
export function RemoveDialog({
  beneficiary: { id, name },
  onRemoved,
  ...dialog
}: {
  open: boolean
  beneficiary: SavedBeneficiary
  onClose: () => void
  onRemoved: () => void
  returnTo: () => HTMLElement | null
}) {
  const client = useQueryClient()
  const texts = { busy: 'Removing payee...', done: 'Payee removed', failed: 'The payee was not removed' }
  return (
    <ActDialog
      {...dialog}
      title="Remove this payee?"
      description={`${name} will no longer be on your list. Transfers you have sent stay as they are.`}
      look="destructive"
      action="Remove"
      busyLabel="Removing…"
      act={() => announce(removePayee(id), texts, `payee ${id}`)}
      onDone={() => {
        // Closed first, while its row is still there: the list unmounts with its last row, and the dialog with it.
        onRemoved()
        void refreshBeneficiaries(client)
      }}
    />
  )
}
