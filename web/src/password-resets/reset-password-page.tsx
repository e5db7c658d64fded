import { pages } from '@bank/contract/pages'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { publicConfig } from '../public-config.ts'
import { Card } from '../ui/card.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { ResetRequestForm } from './reset-request-form.tsx'

/**
 * `/reset-password`: asks for the email to send a link to. With the link's token behind the `#`, which a browser sends to no
 * server, it asks for the new password instead.
 */
export function ResetPasswordPage() {
  const { hash } = useLocation()
  const go = useNavigate()
  const [sentTo, setSentTo] = useState<string>()
  const [isDone, setIsDone] = useState(false)
  const token = hash.slice(1)
  return (
    <Card className="mx-auto my-auto grid w-full max-w-login gap-field shadow-md">
      {token !== '' ? (
        <>
          <PageHeading>Choose a new password</PageHeading>
          <NewPasswordForm
            key={token}
            token={token}
            onDone={() => {
              setIsDone(true)
              // A used token is removed from the browser's history.
              void go('/reset-password', { replace: true })
            }}
            onAskAgain={() => void go('/reset-password', { replace: true })}
          />
        </>
      ) : isDone ? (
        <Done />
      ) : sentTo !== undefined ? (
        <LinkSent to={sentTo} />
      ) : (
        <>
          <PageHeading>{pages.resetPassword.title}</PageHeading>
          <p>Enter your email, and we’ll send you a link to choose a new password.</p>
          <ResetRequestForm onSent={setSentTo} />
          <BackToLogin>Back to login</BackToLogin>
        </>
      )}
    </Card>
  )
}

/** Shows the same whether or not an account has the email. */
function LinkSent({ to }: { to: string }) {
  if (!publicConfig.mail) return <NoEmail to={to} />
  return (
    <>
      <PageHeading>Check your email</PageHeading>
      <p>
        If there is an account with <bdi className="text-label">{to}</bdi>, a link is on its way. It works
        once, within 15 minutes.
      </p>
      <p className="text-table text-muted-foreground">
        No email after a few minutes? Look in your spam folder, or <ContactUs />.
      </p>
      <BackToLogin>Back to login</BackToLogin>
    </>
  )
}

/** Says that this bank sends no email, and how to get a link nevertheless. */
function NoEmail({ to }: { to: string }) {
  return (
    <>
      <PageHeading>This bank sends no email</PageHeading>
      {publicConfig.demo ? (
        <p>
          It is a demo. If there is an account with <bdi className="text-label">{to}</bdi>, its link is shown
          in the terminal where the bank was started. It works once, within 15 minutes.
        </p>
      ) : (
        <p>
          We can’t send you a link. To choose a new password, <ContactUs />.
        </p>
      )}
      <BackToLogin>Back to login</BackToLogin>
    </>
  )
}

function ContactUs() {
  return (
    <Link to="/support" className="text-link underline">
      contact us
    </Link>
  )
}

function Done() {
  return (
    <>
      <PageHeading>Your password has been changed</PageHeading>
      <p>
        Every device that was signed in to your account has been signed out. Log in with the new password.
      </p>
      <BackToLogin>Go to login</BackToLogin>
    </>
  )
}

function BackToLogin({ children }: { children: string }) {
  return (
    <p className="text-table">
      <Link to="/" className="inline-flex min-h-target items-center text-link underline">
        {children}
      </Link>
    </p>
  )
}
