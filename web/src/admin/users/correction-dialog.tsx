import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { dropDraft } from '../../sessions/kept-drafts.ts'
import { Dialog } from '../../ui/deferred-dialog.tsx'
import type { DialogState } from '../../ui/dialog-props.ts'
import { CorrectionForm, correctionDraft } from './correction-form.tsx'

/** A user's details for correction by an administrator. */
export function CorrectionDialog({ user, open, onClose }: DialogState & { user: UserDetailsView }) {
  const close = () => {
    dropDraft(correctionDraft(user))
    onClose()
  }
  return (
    <Dialog open={open} onClose={close} title="Correct details" description={`The details of ${user.name}`}>
      <CorrectionForm user={user} onClose={close} />
    </Dialog>
  )
}
