import { accountStateOf } from '@bank/contract/accounts/state'
import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { endpoints } from '@bank/contract/endpoints'
import { isStaff } from '@bank/contract/roles/role'
import { staffTexts } from '@bank/contract/toast-texts/staff'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AccountNumber } from '../../accounts/account-number.tsx'
import { isOpen } from '../../accounts/accounts.ts'
import { call } from '../../api/call.ts'
import { isProblem } from '../../api/problem.ts'
import { useSignedIn } from '../../sessions/session.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { replacingId, toast } from '../../ui/toast.ts'
import {
  hasSeveralAccounts,
  isClosedWithMain,
  isInactiveWithMain,
  userAccountKey,
} from '../chosen-account.ts'
import { refreshPanel } from '../refresh-panel.ts'
import { useMay } from '../use-may.ts'

/** The actions on a user, and on the account that the page is about. Administrators cannot act on their own accounts. */
export function UserActions({ user }: { user: UserDetailsView }) {
  const signedIn = useSignedIn()
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const activation = useActivation(user)
  const close = () => setOpen(null)
  const may = useMay()
  const hasRole = isStaff(user.role)
  const mayActivate = may('activate') && (!hasRole || may('give_roles') || !user.account.isMain)
  const earlierAct = deactivationOf(user) ?? declineOf(user)
  if (signedIn.user.id === user.id) {
    return (
      <p className="text-table text-muted-foreground">
        This is your own account. Another administrator can change it.
      </p>
    )
  }
  if (!mayActivate && !may('fund')) {
    return (
      <p className="text-table text-muted-foreground">
        Your role can neither activate nor fund this account.
      </p>
    )
  }
  return (
    <>
      {hasSeveralAccounts(user) && <ChosenAccount user={user} />}
      {user.emailConfirmedAt === null && may('confirm_email') && (
        <UnconfirmedEmail onConfirm={() => setOpen('email')} />
      )}
      <div className={actionsClass}>
        <AccountActions
          user={user}
          activation={activation}
          asksFirst={earlierAct !== null}
          mayActivate={mayActivate}
          onOpen={setOpen}
        />
        {may('give_roles') && user.role !== 'administrator' && (
          <Button look="secondary" onClick={() => setOpen('make')}>
            Make admin
          </Button>
        )}
        {may('give_roles') && hasRole && (
          <Button look="secondary" onClick={() => setOpen('take')}>
            {user.role === 'administrator' ? 'Remove administrator' : 'Take role'}
          </Button>
        )}
      </div>
      <DeactivationDialog
        user={user}
        open={open === 'deactivation'}
        onClose={close}
        onDone={activation.offerUndo}
      />
      <ConfirmDialog
        open={open === 'activation'}
        onClose={close}
        title={`Activate ${user.name}’s account${user.account.activatedAt ? ' again' : ''}?`}
        description={earlierAct ?? ''}
        action="Activate account"
        onConfirm={() => {
          activation.activate()
          close()
        }}
      />
      <DeclineDialog user={user} open={open === 'decline'} onClose={close} />
      <ReopeningDialog user={user} open={open === 'reopening'} onClose={close} />
      <EmailCheckDialog user={user} open={open === 'email'} onClose={close} />
      <FundingDialog user={user} open={open === 'funding'} onClose={close} />
      <MakeAdminDialog user={user} open={open === 'make'} onClose={close} />
      <TakeRoleDialog user={user} open={open === 'take'} onClose={close} />
    </>
  )
}

type OpenDialog =
  | 'email'
  | 'activation'
  | 'decline'
  | 'deactivation'
  | 'reopening'
  | 'funding'
  | 'make'
  | 'take'

/** Says why the account was deactivated; null where it was not, or without a reason. */
function deactivationOf({ deactivations, account }: UserDetailsView): string | null {
  const reason = deactivations.find((one) => one.accountNumber === account.number)?.reason
  return reason ? `It was deactivated with the reason “${reason}”.` : null
}

/** Says why the activation was declined; null where it was not. */
function declineOf({ account: { declineReason } }: UserDetailsView): string | null {
  return declineReason && `The activation was declined with the reason “${declineReason}”.`
}

/** The actions on the account that the page is about. A closed one can only be opened again, the main one first. */
function AccountActions({
  user,
  activation,
  asksFirst,
  mayActivate,
  onOpen,
}: {
  user: UserDetailsView
  activation: ReturnType<typeof useActivation>
  /** Its activation is asked for twice. */
  asksFirst: boolean
  mayActivate: boolean
  onOpen: (dialog: OpenDialog) => void
}) {
  const { isActive } = user.account
  const may = useMay()
  if (!isOpen(user.account)) {
    return isClosedWithMain(user) || !mayActivate ? null : (
      <Button onClick={() => onOpen('reopening')}>Reopen account</Button>
    )
  }
  return (
    <>
      {!isInactiveWithMain(user) && mayActivate && (
        <Button
          look={isActive ? 'secondary' : 'primary'}
          busy={activation.isActivating}
          onClick={() => {
            if (isActive) onOpen('deactivation')
            else if (asksFirst) onOpen('activation')
            else activation.activate()
          }}
        >
          {isActive ? 'Deactivate' : 'Activate'}
        </Button>
      )}
      {mayActivate && accountStateOf(user.account) === 'waiting' && (
        <Button look="secondary" onClick={() => onOpen('decline')}>
          Decline
        </Button>
      )}
      {may('fund') && (
        <Button look="secondary" onClick={() => onOpen('funding')}>
          Fund account
        </Button>
      )}
    </>
  )
}

const MakeAdminDialog = lazyDialog(
  async () => (await import('../administrators/change-role-dialog.tsx')).MakeAdminDialog,
)
const TakeRoleDialog = lazyDialog(
  async () => (await import('../administrators/change-role-dialog.tsx')).TakeRoleDialog,
)
const DeclineDialog = lazyDialog(async () => (await import('./account-dialogs.tsx')).DeclineDialog)
const ReopeningDialog = lazyDialog(async () => (await import('./reopening-dialog.tsx')).ReopeningDialog)
const EmailCheckDialog = lazyDialog(async () => (await import('./sign-in-dialogs.tsx')).EmailCheckDialog)
const DeactivationDialog = lazyDialog(
  async () => (await import('./deactivation-dialog.tsx')).DeactivationDialog,
)
const FundingDialog = lazyDialog(
  async () => (await import('../transactions/funding-dialog.tsx')).FundingDialog,
)

/** Says beside the activation that the email is not confirmed. */
function UnconfirmedEmail({ onConfirm }: { onConfirm: () => void }) {
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-1 text-table text-pending">
      The email is not confirmed.{' '}
      <button type="button" className="link-alone" onClick={onConfirm}>
        Confirm it
      </button>
    </p>
  )
}

/** Says which account of several the actions are about. */
function ChosenAccount({ user }: { user: UserDetailsView }) {
  return (
    <p className="mb-3 text-table text-muted-foreground">
      Account <AccountNumber number={user.account.number} />
      {isInactiveWithMain(user) && '. It stays inactive until the main account is active.'}
      {isClosedWithMain(user) && '. It can be reopened once the main account is open.'}
    </p>
  )
}

/** Has the size of the actions while the user is loading. */
export function UserActionsSkeleton() {
  return (
    <div className={actionsClass}>
      {[1, 2, 3].map((action) => (
        <Skeleton key={action} className="h-target" />
      ))}
    </div>
  )
}

// In two columns, the last of an odd number spans both.
const actionsClass =
  'grid grid-cols-2 gap-3 *:last:odd:col-span-2 sm:grid-cols-3 sm:*:last:odd:col-span-1 xl:grid-cols-1'

/** Activates at once. `offerUndo` shows the toast after a deactivation; both toasts offer Undo. */
function useActivation(user: UserDetailsView) {
  const client = useQueryClient()
  const change = (isActive: boolean, body: { changeId: string; undoes?: string }) =>
    call(isActive ? endpoints.activateAccount : endpoints.deactivateAccount, {
      params: { id: user.id },
      query: { account: user.account.number },
      body,
    })
  const showDone = (isActive: boolean, undoes: string) => {
    const undo = () => change(!isActive, { changeId: crypto.randomUUID(), undoes })
    toast.success(messagesFor(isActive).done, {
      id: activationToast(user),
      action: { label: 'Undo', onClick: () => void setBack(client, user, !isActive, undo) },
    })
    void refreshPanel(client)
  }
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const changeId = crypto.randomUUID()
      await change(true, { changeId })
      return changeId
    },
    onSuccess: (changeId) => showDone(true, changeId),
    onError: (error) => showFailure(user, error, true),
  })
  return {
    activate: mutate,
    isActivating: isPending,
    offerUndo: (changeId: string) => showDone(false, changeId),
  }
}

async function setBack(
  client: QueryClient,
  user: UserDetailsView,
  isActive: boolean,
  undo: () => Promise<unknown>,
): Promise<void> {
  try {
    await undo()
    toast.success(messagesFor(isActive).done, { id: activationToast(user) })
  } catch (error) {
    showFailure(user, error, isActive)
  }
  await refreshPanel(client)
}

function messagesFor(isActive: boolean) {
  return isActive ? staffTexts.activate : staffTexts.deactivate
}

/** Shows the specified toast, with the bank's reason below it. */
function showFailure(user: UserDetailsView, error: unknown, isActive: boolean): void {
  toast.error(messagesFor(isActive).failed, {
    id: activationToast(user),
    ...(isProblem(error) && { description: error.detail }),
  })
}

/** One toast for each account: an older one would offer to undo what has been undone already. */
function activationToast(user: UserDetailsView): string {
  return replacingId(`activation of ${userAccountKey(user)}`)
}
