import type { AnswerOf } from '@bank/contract/endpoint'
import { endpoints } from '@bank/contract/endpoints'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { call } from '../api/call.ts'
import { FailureNotice } from '../api/failure-notice.tsx'
import { isProblem, reasonOf } from '../api/problem.ts'
import { LogoutButton } from '../sessions/logout-button.tsx'
import { sessionQuery, useSignedIn } from '../sessions/session.ts'
import { Button } from '../ui/button.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { Notice } from '../ui/notice.tsx'
import { SendAgain } from './send-again.tsx'

/**
 * Confirms the user's email with the token of a link, without another press, and says what came of it above the rest of the page, which
 * waits for that: nothing moves when it comes.
 */
export function ConfirmationByLink({ token, children }: { token: string; children: ReactNode }) {
  const client = useQueryClient()
  const [isTold, setTold] = useState(false)
  const confirmation = useMutation({
    mutationFn: () => call(endpoints.confirmOwnEmail, { body: { token } }),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
    onSettled: () => setTold(true),
  })
  const { mutate } = confirmation
  useEffect(() => mutate(), [mutate])
  return (
    <>
      <Outcome {...confirmation} />
      {isTold && children}
    </>
  )
}

function Outcome({
  mutate,
  data,
  error,
  isPending,
}: Pick<
  UseMutationResult<AnswerOf<typeof endpoints.confirmOwnEmail>, Error, void>,
  'mutate' | 'data' | 'error' | 'isPending'
>) {
  if (data) {
    return (
      <Notice tone="success">
        {data.isNew ? 'Your email address is confirmed.' : 'Your email address is already confirmed.'}
      </Notice>
    )
  }
  if (!error) return <LoadingText />
  const code = isProblem(error) ? error.code : undefined
  if (code === 'email_link_of_other_user') return <OfOtherUser reason={reasonOf(error)} />
  if (code === 'email_link_expired' || code === 'email_link_invalid')
    return <Expired reason={reasonOf(error)} />
  return (
    <>
      <FailureNotice error={error} />
      <Button look="secondary" className="justify-self-start" busy={isPending} onClick={() => mutate()}>
        Try again
      </Button>
    </>
  )
}

function OfOtherUser({ reason }: { reason: string }) {
  return (
    <>
      <Notice tone="failed">{reason}.</Notice>
      <LogoutButton className="justify-self-start" />
    </>
  )
}

function Expired({ reason }: { reason: string }) {
  const { user } = useSignedIn()
  const notice = <Notice tone="failed">{reason}.</Notice>
  return user.isEmailUnconfirmed ? <SendAgain>{notice}</SendAgain> : notice
}
