import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { endpoints } from '@bank/contract/endpoints'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { reasonOf } from '../../api/problem.ts'
import { useSignedIn } from '../../sessions/session.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { ResetLinkDialog } from './reset-link-dialog.tsx'

/** The actions about a user's sign-in. Administrators change their own sign-in in the settings. */
export function SignInActions({ user }: { user: UserDetailsView | undefined }) {
  const signedIn = useSignedIn()
  if (signedIn.user.id === user?.id) return null
  return (
    <div className="flex flex-wrap gap-3">
      {user ? (
        <Actions user={user} />
      ) : (
        [1, 2].map((action) => <Skeleton key={action} className="h-target w-36" />)
      )}
    </div>
  )
}

function Actions({ user }: { user: UserDetailsView }) {
  const [isSending, setSending] = useState(false)
  const signOut = useSignOutUser(user)
  return (
    <>
      <Button look="secondary" onClick={() => setSending(true)}>
        Send reset link
      </Button>
      <Button look="secondary" busy={signOut.isPending} onClick={() => signOut.mutate()}>
        Sign out everywhere
      </Button>
      <ResetLinkDialog user={user} open={isSending} onClose={() => setSending(false)} />
    </>
  )
}

/** Ends all sessions of a user, for example after a phone was lost. */
function useSignOutUser({ id, name }: UserDetailsView) {
  return useMutation({
    mutationFn: () => call(endpoints.signOutUser, { params: { id } }),
    onSuccess: () => toast.success(`${name} is signed out everywhere`),
    onError: (error) => toast.error(reasonOf(error)),
  })
}
