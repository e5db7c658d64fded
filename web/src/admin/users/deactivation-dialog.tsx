import { reasonReaders } from '@bank/contract/admin/reason-reader'
import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { endpoints } from '@bank/contract/endpoints'
import { isStaff } from '@bank/contract/roles/role'
import type { ReasonForm as Reason } from '@bank/contract/rules/reason'
import { staffTexts } from '@bank/contract/toast-texts/staff'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { sendOnce } from '../../api/idempotency-key.ts'
import { isOutcomeUnknown, requestTimeout } from '../../api/request-outcome.ts'
import { useSignedIn } from '../../sessions/session.ts'
import { Button } from '../../ui/button.tsx'
import type { DialogState } from '../../ui/dialog-props.ts'
import { Notice } from '../../ui/notice.tsx'
import { hasSeveralAccounts, userAccountKey } from '../chosen-account.ts'
import { AccountActivityLink } from './account-activity-link.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

/** Asks why an account is deactivated, and deactivates it. */
export function DeactivationDialog({
  user,
  onDone,
  ...dialog
}: DialogState & {
  user: UserDetailsView
  /** Called with the id of the change once the account is deactivated. */
  onDone: (changeId: string) => void
}) {
  const by = useSignedIn().user.id
  const [isDone, setDone] = useState(false)
  return (
    <ReasonDialog
      {...dialog}
      purpose={purposeOf(user)}
      title={titleFor(user)}
      description={consequenceFor(user)}
      act={(body) => send(user, by, body)}
      reader={reasonReaders.account_deactivated}
      action="Deactivate account"
      busyLabel="Deactivating..."
      look="destructive"
      onDone={(changeId) => {
        setDone(true)
        onDone(changeId)
      }}
      failed={staffTexts.deactivate.failed}
      {...(!user.account.isActive &&
        !isDone && { instead: (close) => <Overtaken user={user} onClose={close} /> })}
    />
  )
}

function Overtaken({ user, onClose }: { user: UserDetailsView; onClose: () => void }) {
  return (
    <>
      <Notice tone="pending">
        This account is already inactive. Its activity shows who deactivated it, and why.
      </Notice>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <AccountActivityLink user={user} />
        <Button onClick={onClose}>Close</Button>
      </div>
    </>
  )
}

/** Deactivates the account and returns the id of the change. Without an answer it asks once more under the same id. */
function send(user: UserDetailsView, by: string, body: Reason): Promise<string> {
  return sendOnce({ person: by, purpose: purposeOf(user) }, async (changeId) => {
    const ask = () =>
      call(endpoints.deactivateAccount, {
        params: { id: user.id },
        query: { account: user.account.number },
        body: { ...body, changeId },
        signal: requestTimeout(),
      })
    await ask().catch((error: unknown) => {
      if (!isOutcomeUnknown(error)) throw error
      return ask()
    })
    return changeId
  })
}

function titleFor(user: UserDetailsView): string {
  const { name, account } = user
  if (!hasSeveralAccounts(user)) return `Deactivate ${name}’s account?`
  return account.isMain
    ? `Deactivate ${name}’s main account?`
    : `Deactivate ${name}’s account ${account.number}?`
}

function consequenceFor(user: UserDetailsView): string {
  if (!user.account.isMain) {
    return 'They cannot send money from this account until it is active again. It can still receive money. Their other accounts do not change.'
  }
  const [use, account] = hasSeveralAccounts(user)
    ? ['send money from any account', 'main account']
    : ['send money', 'account']
  const loss = isStaff(user.role) ? `${use} or open the admin panel` : use
  return `They are logged out everywhere and cannot ${loss} until the ${account} is active again. They can still receive money.`
}

function purposeOf(user: UserDetailsView): string {
  return `deactivation of ${userAccountKey(user)}`
}
