import { endpoints } from '@bank/contract/endpoints'
import { linkTo, pages } from '@bank/contract/pages'
import { passwordResetRequest } from '@bank/contract/password-resets/form'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { call } from '../api/call.ts'
import { FailureNotice } from '../api/failure-notice.tsx'
import { useRequestForm } from '../api/use-request-form.ts'
import { publicConfig } from '../public-config.ts'
import { LoginLink } from '../sessions/login-link.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Input } from '../ui/input.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

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
              void go(linkTo('resetPassword'), { replace: true })
            }}
            onAskAgain={() => void go(linkTo('resetPassword'), { replace: true })}
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
          <LoginLink>Back to login</LoginLink>
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
        If there is an account with <bdi className="text-label">{to}</bdi>, and its address is confirmed, a
        link is on its way. It works once, within 15 minutes.
      </p>
      <p className="text-table text-muted-foreground">{unconfirmedWay}</p>
      <p className="text-table text-muted-foreground">
        No email after a few minutes? Look in your spam folder, or <ContactUs />.
      </p>
      <LoginLink>Back to login</LoginLink>
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
          It is a demo. If there is an account with <bdi className="text-label">{to}</bdi>, and its address is
          confirmed, its link is shown in the terminal where the bank was started. It works once, within 15
          minutes.
        </p>
      ) : (
        <p>
          We can’t send you a link. To choose a new password, <ContactUs />.
        </p>
      )}
      <p className="text-table text-muted-foreground">{unconfirmedWay}</p>
      <LoginLink>Back to login</LoginLink>
    </>
  )
}

// The same for every email: it does not tell which of them have an account.
const unconfirmedWay =
  'Did you never confirm the address? Then contact us: once we have checked that it is yours, you can ask for the link again.'

function ContactUs() {
  return (
    <Link to={linkTo('support')} className="text-link underline">
      contact us
    </Link>
  )
}

function Done() {
  return (
    <>
      <PageHeading>Your password has been changed</PageHeading>
      <p>
        Every device that was logged in to your account has been logged out. Log in with the new password.
      </p>
      <LoginLink />
    </>
  )
}

/** Asks for the email of the account. `onSent` gets it, whether or not an account has it. */
function ResetRequestForm({ onSent }: { onSent: (email: string) => void }) {
  const { field, onSubmit, failure, isPending } = useRequestForm(
    passwordResetRequest,
    { defaultValues: { email: '' } },
    {
      mutationFn: (body) => call(endpoints.requestPasswordReset, { body }),
      onSuccess: (_, { email }) => onSent(email),
    },
  )
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-field">
      <FailureNotice error={failure} />
      <Input label="Email" type="email" autoComplete="username" {...field('email')} />
      <Button type="submit" wide busy={isPending} busyLabel="Sending…">
        Send link
      </Button>
    </form>
  )
}
