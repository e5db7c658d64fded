import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { endpoints } from '@bank/contract/endpoints'
import { messages } from '@bank/contract/messages'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { choiceOf } from '../../accounts/account-in-url.ts'
import { AccountNumber } from '../../accounts/account-number.tsx'
import { isOpen } from '../../accounts/accounts.ts'
import { call } from '../../api/call.ts'
import { isProblem } from '../../api/problem.ts'
import { useSignedIn } from '../../sessions/session.ts'
import { Button } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { replacingId, toast } from '../../ui/toast.ts'
import { ChangeRoleDialog } from '../administrators/change-role-dialog.tsx'
import { hasSeveralAccounts, isClosedWithMain, isInactiveWithMain, userAccountKey } from './chosen-account.ts'
import { refreshUsers } from './users.ts'

/** The actions on a user, and on the account that the page is about. Administrators cannot act on their own accounts. */
export function UserActions({ user }: { user: UserDetailsView }) {
  const signedIn = useSignedIn()
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const activation = useActivation(user)
  const close = () => setOpen(null)
  if (signedIn.user.id === user.id) {
    return <Notice tone="pending">This is your own account. Another administrator can change it.</Notice>
  }
  return (
    <>
      {hasSeveralAccounts(user) && <ChosenAccount user={user} />}
      <div className={actionsClass}>
        <AccountActions user={user} activation={activation} onOpen={setOpen} />
        {user.role === 'administrator' ? (
          <Button look="secondary" onClick={() => setOpen('remove')}>
            Remove administrator
          </Button>
        ) : (
          <Button look="secondary" onClick={() => setOpen('make')}>
            Make admin
          </Button>
        )}
      </div>
      <DeactivationDialog
        user={user}
        by={signedIn.user.id}
        open={open === 'deactivation'}
        onClose={close}
        onDone={activation.offerUndo}
      />
      <ReopeningDialog user={user} open={open === 'reopening'} onClose={close} />
      <FundingDialog user={user} by={signedIn.user.id} open={open === 'funding'} onClose={close} />
      <ChangeRoleDialog change="make" user={user} open={open === 'make'} onClose={close} />
      <ChangeRoleDialog change="remove" user={user} open={open === 'remove'} onClose={close} />
    </>
  )
}

type OpenDialog = 'deactivation' | 'reopening' | 'funding' | 'make' | 'remove'

/** The actions on the account that the page is about. A closed one can only be opened again, the main one first. */
function AccountActions({
  user,
  activation,
  onOpen,
}: {
  user: UserDetailsView
  activation: ReturnType<typeof useActivation>
  onOpen: (dialog: OpenDialog) => void
}) {
  const { isActive } = user.account
  if (!isOpen(user.account)) {
    return isClosedWithMain(user) ? null : <Button onClick={() => onOpen('reopening')}>Reopen account</Button>
  }
  return (
    <>
      {!isInactiveWithMain(user) && (
        <Button
          look={isActive ? 'secondary' : 'primary'}
          busy={activation.isActivating}
          onClick={() => (isActive ? onOpen('deactivation') : activation.activate())}
        >
          {isActive ? 'Deactivate' : 'Activate'}
        </Button>
      )}
      <Button look="secondary" onClick={() => onOpen('funding')}>
        Fund account
      </Button>
    </>
  )
}

const ReopeningDialog = lazyDialog(async () => (await import('./reopening-dialog.tsx')).ReopeningDialog)
const DeactivationDialog = lazyDialog(
  async () => (await import('./deactivation-dialog.tsx')).DeactivationDialog,
)
const FundingDialog = lazyDialog(
  async () => (await import('../transactions/funding-dialog.tsx')).FundingDialog,
)

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
  const request = { params: { id: user.id }, query: { account: choiceOf(user.account) } }
  const showDone = (isActive: boolean, undo: () => Promise<unknown>) => {
    toast.success(messagesFor(isActive).done, {
      id: activationToast(user),
      action: { label: 'Undo', onClick: () => void setBack(client, user, !isActive, undo) },
    })
    void refreshUsers(client)
  }
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const named = { ...request, params: { id: user.id, changeId: crypto.randomUUID() } }
      await call(endpoints.activateUnderId, named)
      return named
    },
    onSuccess: (named) => showDone(true, () => call(endpoints.undoActivation, named)),
    onError: (error) => showFailure(user, error, true),
  })
  const offerUndo = (changeId: string) =>
    showDone(false, () => call(endpoints.undoDeactivation, { ...request, params: { id: user.id, changeId } }))
  return { activate: mutate, isActivating: isPending, offerUndo }
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
  await refreshUsers(client)
}

function messagesFor(isActive: boolean) {
  return isActive ? messages.activate : messages.deactivate
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
