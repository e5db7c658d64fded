import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { endpoints } from '@bank/contract/endpoints'
import { ActDialog } from '../../api/act-dialog.tsx'
import { call } from '../../api/call.ts'
import { publicConfig } from '../../public-config.ts'
import { dropDraft } from '../../sessions/kept-drafts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { DialogState } from '../../ui/dialog-props.ts'
import { Notice } from '../../ui/notice.tsx'
import { replacingId, toast } from '../../ui/toast.ts'
import { ReasonForm } from './reason-form.tsx'

/** Asks why the user may choose a new PIN, and mails the link. */
export function PinLinkDialog({
  user: { id, name, email },
  open,
  onClose,
}: DialogState & { user: UserDetailsView }) {
  const purpose = `PIN link of ${id}`
  const close = () => {
    dropDraft(purpose)
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={`Offer ${name} a new PIN?`}
      description={`${email} gets a link to choose a new PIN, which works once, within 15 minutes. It replaces no proof: they also need their password.`}
    >
      <MailOff />
      <ReasonForm
        purpose={purpose}
        act={(body) => call(endpoints.offerPinRecovery, { params: { id }, body })}
        action="Send link"
        busyLabel="Sending..."
        onDone={() => {
          announceLink('PIN link', { id, email })
          close()
        }}
        onFailed={() => toast.error('The link was not sent', { id: replacingId(purpose) })}
        onCancel={close}
      />
    </Dialog>
  )
}

function MailOff() {
  if (publicConfig.mail) return null
  return (
    <Notice tone="pending">
      Mail is off: the link will not be sent. The outbox keeps the mail without the link.
    </Notice>
  )
}

/** Shows whether the link that an administrator asked for is sent. */
function announceLink(
  what: 'reset link' | 'PIN link',
  { id, email }: Pick<UserDetailsView, 'id' | 'email'>,
): void {
  const options = { id: replacingId(`${what} of ${id}`) }
  const name = what.slice(0, 1).toUpperCase() + what.slice(1)
  if (publicConfig.mail) toast.success(`${name} queued for ${email}`, options)
  else toast.error(`Mail is off: the ${what} for ${email} was not sent`, options)
}

/** Asks for confirmation before a link to choose a new password goes to the user's email. */
export function ResetLinkDialog({
  user: { id, email },
  open,
  onClose,
}: DialogState & { user: UserDetailsView }) {
  return (
    <ActDialog
      open={open}
      onClose={onClose}
      title="Send a reset link?"
      description={`${email} gets a link to choose a new password. It works once, within 15 minutes.`}
      action="Send reset link"
      busyLabel="Sending..."
      act={() => call(endpoints.sendResetLink, { params: { id } })}
      onDone={() => announceLink('reset link', { id, email })}
    >
      <MailOff />
    </ActDialog>
  )
}

/** Asks for confirmation before all sessions of a user end, for example after a phone was lost. */
export function SignOutDialog({
  user: { id, name },
  open,
  onClose,
}: DialogState & { user: UserDetailsView }) {
  return (
    <ActDialog
      open={open}
      onClose={onClose}
      title={`Sign ${name} out everywhere?`}
      description="All their sessions end. They can log in again at once with their password."
      action="Sign out everywhere"
      busyLabel="Signing out..."
      act={() => call(endpoints.signOutUser, { params: { id } })}
      onDone={() =>
        toast.success(`${name} is signed out everywhere`, { id: replacingId(`sign-out of ${id}`) })
      }
      // The dialog gives the reason, and may be closed by now.
      onFailed={() => toast.error(`${name} was not signed out`, { id: replacingId(`sign-out of ${id}`) })}
    />
  )
}
