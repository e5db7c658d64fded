import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { endpoints } from '@bank/contract/endpoints'
import { isStaff } from '@bank/contract/roles/role'
import { doneText, staffTexts } from '@bank/contract/toast-texts/staff'
import { ActDialog } from '../../api/act-dialog.tsx'
import { call } from '../../api/call.ts'
import { publicConfig } from '../../public-config.ts'
import type { DialogState } from '../../ui/dialog-props.ts'
import { Notice } from '../../ui/notice.tsx'
import { replacingId, toast } from '../../ui/toast.ts'
import { mailed } from './mailed.ts'
import { ReasonDialog } from './reason-dialog.tsx'

type Props = DialogState & { user: UserDetailsView }

/** Asks why the user may choose a new PIN, and mails the link. */
export function PinLinkDialog({ user: { id, name, email }, ...dialog }: Props) {
  return (
    <ReasonDialog
      {...dialog}
      purpose={`PIN link of ${id}`}
      title={`Offer ${name} a new PIN?`}
      description={`${email} gets a link to choose a new PIN, which works once, within 15 minutes. It replaces no proof: they also need their password.`}
      act={(body) => call(endpoints.offerPinRecovery, { params: { id }, body })}
      action="Send link"
      busyLabel="Sending..."
      onDone={() => announceLink('PIN link', { id, email })}
      failed="The link was not sent"
    >
      <MailOff />
    </ReasonDialog>
  )
}

/** Asks why the PIN is unlocked, and unlocks it. */
export function UnlockDialog({ user: { id, name, email }, ...dialog }: Props) {
  const purpose = `unlocking of the PIN of ${id}`
  return (
    <ReasonDialog
      {...dialog}
      purpose={purpose}
      title={`Unlock ${name}’s PIN?`}
      description={`They can enter it again, five times.${mailed(` ${email} gets a mail about it.`)}`}
      act={(body) => call(endpoints.unlockPin, { params: { id }, body })}
      action="Unlock PIN"
      busyLabel="Unlocking..."
      onDone={() => toast.success('PIN unlocked', { id: replacingId(purpose) })}
      failed="The PIN was not unlocked"
    />
  )
}

/** Asks why two-factor is reset, and resets it; for a member of staff it may wait for a second person. */
export function TwoFactorDialog({ user: { id, name, email, role }, ...dialog }: Props) {
  const purpose = `reset of two-factor of ${id}`
  return (
    <ReasonDialog
      {...dialog}
      purpose={purpose}
      title={`Reset ${name}’s two-factor authentication?`}
      description={`Do this only if you are sure who they are: their password alone will log them in. They are logged out everywhere, and what they send is limited for 24 hours.${mailed(` ${email} gets a mail about it.`)}`}
      act={(body) => call(endpoints.resetTwoFactorOfUser, { params: { id }, body })}
      action="Reset two-factor"
      busyLabel="Resetting..."
      look="destructive"
      onDone={(answer) =>
        toast.success(doneText(answer, staffTexts.resetTwoFactor), { id: replacingId(purpose) })
      }
      failed={staffTexts.resetTwoFactor.failed}
    >
      {isStaff(role) && (
        <Notice tone="pending">
          They work for the bank: if there is another administrator, that person must approve it first.
        </Notice>
      )}
    </ReasonDialog>
  )
}

/** Asks how the email of a user was checked, and confirms it. */
export function EmailCheckDialog({ user: { id, email }, ...dialog }: Props) {
  const purpose = `email check of ${id}`
  return (
    <ReasonDialog
      {...dialog}
      purpose={purpose}
      title={`Confirm ${email}?`}
      description="Do this only if you have checked that the address is theirs. Links for a new password and notices about money are sent to it."
      act={({ reason }) => call(endpoints.confirmEmailOfUser, { params: { id }, body: { email, reason } })}
      action="Confirm email"
      busyLabel="Confirming..."
      onDone={() => toast.success('Email confirmed', { id: replacingId(purpose) })}
      failed="The email was not confirmed"
    />
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
export function ResetLinkDialog({ user: { id, email }, ...dialog }: Props) {
  return (
    <ActDialog
      {...dialog}
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
export function SignOutDialog({ user: { id, name }, ...dialog }: Props) {
  return (
    <ActDialog
      {...dialog}
      title={`Log ${name} out everywhere?`}
      description="All their sessions end. They can log in again immediately with their password."
      action="Log out everywhere"
      busyLabel="Logging out..."
      act={() => call(endpoints.signOutUser, { params: { id } })}
      onDone={() =>
        toast.success(`${name} is logged out everywhere`, {
          id: replacingId(`ending of the sessions of ${id}`),
        })
      }
      // The dialog gives the reason, and may be closed by now.
      onFailed={() =>
        toast.error(`${name} was not logged out`, { id: replacingId(`ending of the sessions of ${id}`) })
      }
    />
  )
}
