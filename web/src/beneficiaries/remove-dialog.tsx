import type { SavedBeneficiary } from '@bank/contract/beneficiaries/view'
import { endpoints } from '@bank/contract/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { announce } from '../api/announce.ts'
import { call } from '../api/call.ts'
import { isProblem, reasonOf } from '../api/problem.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { beneficiariesQuery } from './beneficiaries.ts'

/** Asks for confirmation before a saved beneficiary is removed. */
export function RemoveDialog({
  open,
  beneficiary,
  onClose,
  onRemoved,
  returnTo,
}: {
  open: boolean
  beneficiary: SavedBeneficiary
  onClose: () => void
  onRemoved: () => void
  returnTo: () => HTMLElement | null
}) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      announce(
        remove(beneficiary.id),
        { busy: 'Removing payee...', done: 'Payee removed', failed: 'The payee was not removed' },
        `payee ${beneficiary.id}`,
      ),
    onSuccess: () => {
      // Closed first, while its row is still there: the list unmounts with its last row, and the dialog with it.
      onRemoved()
      return client.invalidateQueries({ queryKey: beneficiariesQuery.queryKey })
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      returnTo={returnTo}
      title="Remove this payee?"
      description={`${beneficiary.name} will no longer be on your list. Transfers you have sent stay as they are.`}
      failure={error ? reasonOf(error) : undefined}
      look="destructive"
      action="Remove"
      busyLabel="Removing…"
      isPending={isPending}
      onConfirm={mutate}
    />
  )
}

/** A beneficiary that was removed on another screen counts as removed. */
async function remove(id: string): Promise<void> {
  try {
    await call(endpoints.removeBeneficiary, { params: { id } })
  } catch (error) {
    if (!isProblem(error) || error.code !== 'beneficiary_not_found') throw error
  }
}
