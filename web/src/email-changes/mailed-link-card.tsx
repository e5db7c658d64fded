import type { endpoints } from '@bank/contract/endpoints'
import { linkTo, type pages } from '@bank/contract/pages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { type Announcement, announce } from '../api/announce.ts'
import { call } from '../api/call.ts'
import { FailureNotice } from '../api/failure-notice.tsx'
import { isProblem, reasonOf } from '../api/problem.ts'
import { LoginLink } from '../sessions/login-link.tsx'
import { sessionQuery } from '../sessions/session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

type Texts = {
  readonly page: (typeof pages)['confirmEmail' | 'restoreEmail']
  readonly endpoint: (typeof endpoints)['confirmCorrectedEmail' | 'restoreEmail']
  readonly announcement: Announcement<unknown>
  /** What the button does. */
  readonly intro: string
  readonly button: string
  readonly refused: string
  /** Follows "If you have", for a link that was used. */
  readonly ifUsed: string
  /** Where the link is, for a visitor without one. */
  readonly noToken: string
  /** The page once it is done, with the address that holds from now on, and without the link to the login. */
  readonly done: (email: string) => ReactNode
}

/**
 * The page of a link in a mail that replaces an e-mail. The link's token is behind the `#`, so that opening the page sends it to no
 * server; only the button does. It is removed from the URL and the browser's history at once.
 */
export function MailedLinkCard(texts: Texts) {
  const token = useTokenOnce()
  // A second link that is opened in the same tab is another one to use.
  const [used, setUsed] = useState<{ token: string; email: string }>()
  return (
    <Card className="mx-auto my-auto grid w-full max-w-login gap-field shadow-md">
      {token === '' ? (
        <>
          <PageHeading>{texts.page.title}</PageHeading>
          <p>{texts.noToken}</p>
          <LoginLink />
        </>
      ) : token === used?.token ? (
        <>
          {texts.done(used.email)}
          <LoginLink />
        </>
      ) : (
        <Decision key={token} {...texts} token={token} onDone={(email) => setUsed({ token, email })} />
      )}
    </Card>
  )
}

/** Takes the token out of the URL. Empty if the URL had none. */
export function useTokenOnce(): string {
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

function Decision({ token, onDone, ...texts }: Texts & { token: string; onDone: (email: string) => void }) {
  const client = useQueryClient()
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => announce(call(texts.endpoint, { body: { token } }), texts.announcement, 'email'),
    onSuccess: ({ email }) => {
      onDone(email)
      // The session in this browser may be one of those that have ended.
      return client.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
  })
  if (isFinal(error)) return <LinkRefused {...texts} reason={reasonOf(error)} />
  return (
    <>
      <PageHeading>{texts.page.title}</PageHeading>
      <p>{texts.intro}</p>
      <p className="text-table text-muted-foreground">
        Every device that is logged in to your account will be logged out.
      </p>
      <FailureNotice error={error} />
      <Button wide busy={isPending} busyLabel={texts.announcement.busy} onClick={() => mutate()}>
        {texts.button}
      </Button>
    </>
  )
}

/** True when another attempt would be refused again. */
function isFinal(error: unknown): boolean {
  return isProblem(error) && (error.code === 'email_link_invalid' || error.code === 'email_taken')
}

function LinkRefused({ refused, ifUsed, reason }: Pick<Texts, 'refused' | 'ifUsed'> & { reason: string }) {
  return (
    <>
      <PageHeading>{refused}</PageHeading>
      <Notice tone="failed">{reason}</Notice>
      <p>
        If you have {ifUsed} or{' '}
        <Link to={linkTo('support')} className="text-link underline">
          contact support
        </Link>
        .
      </p>
      <LoginLink />
    </>
  )
}
