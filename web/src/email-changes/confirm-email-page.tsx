import { endpoints } from '@bank/contract/endpoints'
import { messages } from '@bank/contract/messages'
import { pages } from '@bank/contract/pages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { announce } from '../api/announce.ts'
import { call } from '../api/call.ts'
import { isProblem, reasonOf } from '../api/problem.ts'
import { sessionQuery } from '../sessions/session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

/**
 * `/confirm-email`: makes a new email take effect. The link's token is behind the `#`, so that opening the page sends it to no
 * server; only the button does. It is removed from the URL and the browser's history at once.
 */
export function ConfirmEmailPage() {
  const token = useTokenOnce()
  // A second link that is opened in the same tab is another email to confirm.
  const [confirmed, setConfirmed] = useState<string>()
  return (
    <Card className="mx-auto my-auto grid w-full max-w-login gap-field shadow-md">
      {token === '' ? (
        <NoToken />
      ) : token === confirmed ? (
        <Done />
      ) : (
        <Confirmation key={token} token={token} onDone={() => setConfirmed(token)} />
      )}
    </Card>
  )
}

/** Takes the token out of the URL. Empty if the URL had none. */
function useTokenOnce(): string {
  const { hash, pathname } = useLocation()
  const go = useNavigate()
  const [token, setToken] = useState(hash.slice(1))
  useEffect(() => {
    if (hash.length <= 1) return
    setToken(hash.slice(1))
    void go(pathname, { replace: true })
  }, [hash, pathname, go])
  return token
}

function Confirmation({ token, onDone }: { token: string; onDone: () => void }) {
  const client = useQueryClient()
  const confirm = useMutation({
    mutationFn: () =>
      announce(call(endpoints.confirmEmail, { body: { token } }), messages.confirmEmail, 'email'),
    onSuccess: () => {
      onDone()
      // The session in this browser may be one of those that have ended.
      return client.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
  })
  if (isFinal(confirm.error)) return <LinkRefused reason={reasonOf(confirm.error)} />
  return (
    <>
      <PageHeading>{pages.confirmEmail.title}</PageHeading>
      <p>Once it is confirmed, you log in with this address and the bank writes to it.</p>
      <p className="text-table text-muted-foreground">
        Every device that is signed in to your account will be signed out.
      </p>
      {confirm.error && <Notice tone="failed">{reasonOf(confirm.error)}</Notice>}
      <Button
        wide
        busy={confirm.isPending}
        busyLabel={messages.confirmEmail.busy}
        onClick={() => confirm.mutate()}
      >
        Confirm this email address
      </Button>
    </>
  )
}

/** True when another attempt would be refused again. */
function isFinal(error: unknown): boolean {
  return isProblem(error) && (error.code === 'email_link_invalid' || error.code === 'email_taken')
}

function LinkRefused({ reason }: { reason: string }) {
  return (
    <>
      <PageHeading>This address was not confirmed</PageHeading>
      <Notice tone="failed">{reason}</Notice>
      <p>
        If you have confirmed it already, log in with it. If not, log in with your previous address or{' '}
        <Link to="/support" className="text-link underline">
          contact support
        </Link>
        .
      </p>
      <LoginLink />
    </>
  )
}

function Done() {
  return (
    <>
      <PageHeading>Your email address is confirmed</PageHeading>
      <p>
        Every device that was signed in to your account has been signed out. Log in with this email address
        and your password.
      </p>
      <LoginLink />
    </>
  )
}

function NoToken() {
  return (
    <>
      <PageHeading>{pages.confirmEmail.title}</PageHeading>
      <p>To confirm a new email address, open the link in the email we sent to it.</p>
      <LoginLink />
    </>
  )
}

function LoginLink() {
  return (
    <p className="text-table">
      <Link to="/" className="inline-flex min-h-target items-center text-link underline">
        Go to login
      </Link>
    </p>
  )
}
