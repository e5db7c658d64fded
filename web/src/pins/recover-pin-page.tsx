import { endpoints } from '@bank/contract/endpoints'
import { linkTo, pages } from '@bank/contract/pages'
import type { PinRecoveredView, PinRecoveryView } from '@bank/contract/pins/view'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { Advice } from '../api/advice-after.ts'
import { call } from '../api/call.ts'
import { FailureNotice } from '../api/failure-notice.tsx'
import { Loaded } from '../api/loaded.tsx'
import { queryOf } from '../api/query-of.ts'
import { publicConfig } from '../public-config.ts'
import { useSignedIn } from '../sessions/session.ts'
import { useConfirmation } from '../sessions/use-confirmation.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { DateText } from '../ui/date-text.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { RecoverPinForm } from './recover-pin-form.tsx'

const recoveryQuery = queryOf(['pin-recovery'], endpoints.readPinRecovery)

/**
 * `/recover-pin`: replaces a forgotten PIN. With the token of a mailed link behind the `#`, which a browser sends to no server, it asks
 * for the new PIN. So it does where a code of two-factor replaces the link.
 */
export function RecoverPinPage() {
  const { hash } = useLocation()
  const go = useNavigate()
  const [recovered, setRecovered] = useState<PinRecoveredView>()
  const query = useQuery(recoveryQuery)
  const token = hash.slice(1) || undefined
  // A used token is removed from the browser's history.
  const forgetToken = () => void go(linkTo('recoverPin'), { replace: true })
  return (
    <div className="mx-auto grid w-full max-w-form gap-section">
      <PageHeading>{pages.recoverPin.title}</PageHeading>
      <Card className="grid gap-field">
        {recovered ? (
          <Recovered {...recovered} />
        ) : (
          <Loaded
            query={query}
            failure="This page could not be loaded"
            placeholder={<Skeleton className="h-64 rounded-card" />}
          >
            {({ secondProof, ...without }) => {
              if (secondProof === null) return <NoProof {...without} />
              if (secondProof === 'link' && !token) return <AskForLink />
              return (
                <>
                  <p>
                    {secondProof === 'code'
                      ? 'Choose a new PIN. To set it, you enter your password and a code from your authenticator app.'
                      : 'Choose a new PIN. To set it, you enter your password.'}
                  </p>
                  <RecoverPinForm
                    key={token}
                    token={secondProof === 'link' ? token : undefined}
                    onRecovered={(answer) => {
                      setRecovered(answer)
                      forgetToken()
                    }}
                    onAskAgain={forgetToken}
                  />
                </>
              )
            }}
          </Loaded>
        )}
      </Card>
    </div>
  )
}

/** Mails the link, after the password where the sign-in is not recent. */
function AskForLink() {
  const { email } = useSignedIn().user
  const { confirmed, isAsking, dialog } = useConfirmation()
  const request = useMutation({
    mutationFn: () => confirmed(() => call(endpoints.requestPinLink)),
  })
  const address = <bdi className="text-label wrap-anywhere">{email}</bdi>
  if (request.isSuccess) return <LinkSent>{address}</LinkSent>
  return (
    <>
      <p>We’ll mail a link to {address}. With the link and your password you choose a new PIN.</p>
      <FailureNotice error={request.error} advice={linkAdvice} />
      <Button
        wide
        busy={request.isPending && !isAsking}
        busyLabel="Sending…"
        onClick={() => request.mutate()}
      >
        Send me a link
      </Button>
      {dialog}
    </>
  )
}

const linkAdvice: Advice = {
  confirm_required: 'No link was sent. To get one, confirm that it’s you.',
}

function LinkSent({ children: address }: { children: ReactNode }) {
  const outcome = useFocus()
  return (
    <div ref={outcome} tabIndex={-1} className="grid gap-field outline-none">
      <h2 className="text-h2">Check your email</h2>
      {publicConfig.mail ? (
        <>
          <p>A link is on its way to {address}. It works once, within 15 minutes.</p>
          <p className="text-table text-muted-foreground">
            No email after a few minutes? Look in your spam folder, or <ContactSupport />.
          </p>
        </>
      ) : (
        <p>
          This demo sends no email: the link for {address} is shown in the terminal where the bank was
          started. It works once, within 15 minutes.
        </p>
      )}
    </div>
  )
}

const obstacles = {
  mail_off: 'This bank sends no email, so we can’t mail you a link.',
  email_unconfirmed: 'Your email address is not confirmed, so we can’t mail you a link.',
  email_changed_recently:
    'Your email address was changed less than 72 hours ago, so we can’t mail you a link yet.',
} satisfies Record<NonNullable<PinRecoveryView['obstacle']>, string>

/** Says why there is no second proof, and the way to one. */
function NoProof({ obstacle, from }: Omit<PinRecoveryView, 'secondProof'>) {
  return (
    <>
      <Notice tone="pending">{obstacle && obstacles[obstacle]}</Notice>
      {from && (
        <p>
          You can choose a new PIN from <DateText moment={from} long />.
        </p>
      )}
      <p>If you can’t wait, Support can help you: they check who you are first.</p>
      <ButtonLink to={linkTo('support')} look="secondary" className="justify-self-start">
        Contact Support
      </ButtonLink>
    </>
  )
}

function Recovered({ limit, until }: PinRecoveredView) {
  const outcome = useFocus()
  return (
    <div ref={outcome} tabIndex={-1} className="grid gap-field outline-none">
      <Notice tone="success">Your PIN was changed. Use the new one for your transfers from now on.</Notice>
      <p>
        Until <DateText moment={until} long /> you can send up to <bdi>{limit}</bdi> to others in each
        currency. Every other device was logged out{publicConfig.mail && ', and we told you by email'}.
      </p>
      <ButtonLink to={linkTo('transfer')} className="justify-self-start">
        {pages.transfer.title}
      </ButtonLink>
    </div>
  )
}

/** Moves the focus to an outcome that replaced the button which had it. */
function useFocus() {
  const outcome = useRef<HTMLDivElement>(null)
  useEffect(() => outcome.current?.focus(), [])
  return outcome
}

function ContactSupport() {
  return (
    <Link to={linkTo('support')} className="text-link underline">
      contact Support
    </Link>
  )
}
