import { endpoints } from '@bank/contract/endpoints'
import { linkTo } from '@bank/contract/pages'
import { visitorTexts } from '@bank/contract/toast-texts/visitors'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { announce } from '../api/announce.ts'
import { call } from '../api/call.ts'
import { dropDrafts } from './kept-drafts.ts'
import { endSession, noteLeaving } from './session.ts'

/** Ends the session, says so and goes to `/` from any page (specification §4, Logout). Drops all drafts. */
export function useSignOut(): { signOut: () => void; busy: boolean } {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isPending } = useMutation({
    mutationFn: () => announce(call(endpoints.signOut), visitorTexts.signOut, 'sign-out'),
    // The live connection may report the end of the session before this answer comes.
    onMutate: () => noteLeaving(client, true),
    onError: () => noteLeaving(client, false),
    onSuccess: () => {
      dropDrafts()
      endSession(client)
      navigate(linkTo('signIn'), { replace: true })
    },
  })
  return { signOut: () => mutate(), busy: isPending }
}
