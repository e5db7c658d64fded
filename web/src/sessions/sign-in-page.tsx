import { endpoints } from '@bank/contract/endpoints'
import { linkTo, pages } from '@bank/contract/pages'
import { type SignInForm, signInForm } from '@bank/contract/sessions/form'
import type { SecondStepView } from '@bank/contract/sessions/view'
import { visitorTexts } from '@bank/contract/toast-texts/visitors'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { announce } from '../api/announce.ts'
import { call } from '../api/call.ts'
import { minutesText } from '../api/minutes-text.ts'
import { isProblem } from '../api/problem.ts'
import { resolverOf } from '../api/rules-resolver.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { deferred } from '../ui/deferred.tsx'
import { Input } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { SecretInput } from '../ui/secret-input.tsx'
import { DemoPeople } from './demo-people.tsx'
import { EndedSessionNotice } from './ended-session-notice.tsx'
import { FailedCheck } from './failed-check.tsx'
import { beginSession } from './session.ts'

/** `/`: email and password, and a code with two-factor. Once the session exists, the route leads to the requested page. */
export function SignInPage() {
  const client = useQueryClient()
  const { register, handleSubmit, formState, resetField, setFocus, reset } = useForm<SignInForm>({
    resolver: resolverOf(signInForm),
    // No default values: they would replace what was typed before hydration.
  })
  const [waiting, setWaiting] = useState<SecondStepView['secondStep']>()
  const [hasEnded, setHasEnded] = useState(false)
  const signIn = useMutation({
    mutationFn: (body: SignInForm) =>
      announce(
        call(endpoints.signIn, { body }),
        {
          ...visitorTexts.signIn,
          done: (answer) => ('secondStep' in answer ? undefined : visitorTexts.signIn.done),
        },
        'sign-in',
      ),
    onSuccess: (answer) => {
      setHasEnded(false)
      if (!('secondStep' in answer)) return beginSession(client, answer)
      resetField('password', empty)
      setWaiting(answer.secondStep)
    },
    onError: () => {
      resetField('password', empty)
      setFocus('password')
    },
  })
  const submit = handleSubmit((form) => signIn.mutate(form))

  return (
    <div className="my-auto grid items-center gap-section xl:grid-cols-[55fr_45fr]">
      <p className="hidden max-w-form items-start gap-4 self-start justify-self-center p-card text-h1 text-balance xl:flex">
        <ShieldCheck aria-hidden size={32} className="shrink-0 text-primary" />
        We will never ask for your password or PIN, not by phone, email or in person.
      </p>
      <Card className="mx-auto grid w-full max-w-login gap-field shadow-md">
        {waiting ? (
          <SecondStep
            {...waiting}
            onDone={(session) => beginSession(client, session)}
            onEnded={() => {
              setHasEnded(true)
              setWaiting(undefined)
            }}
            onBack={() => setWaiting(undefined)}
          />
        ) : (
          <>
            <PageHeading>{pages.signIn.title}</PageHeading>
            <FailedCheck />
            {!signIn.error && !hasEnded && <EndedSessionNotice />}
            <form method="post" noValidate onSubmit={submit} className="grid gap-field">
              {hasEnded && !signIn.error && (
                <Notice tone="failed">
                  It took too long, or too many codes were wrong. Enter your email and password again.
                </Notice>
              )}
              {signIn.error && <Notice tone="failed">{adviceFor(signIn.error)}</Notice>}
              <Input
                label="Email"
                type="email"
                autoComplete="username"
                error={formState.errors.email?.message}
                {...register('email')}
              />
              <SecretInput
                label="Password"
                autoComplete="current-password"
                error={formState.errors.password?.message}
                {...register('password')}
              />
              <Button type="submit" wide busy={signIn.isPending} busyLabel="Logging you in…">
                Login
              </Button>
            </form>
            <p className="text-table">
              <Link to={linkTo('resetPassword')} className="link-alone">
                Forgot your password?
              </Link>
            </p>
            <p className="text-table">
              New here?{' '}
              <Link to={linkTo('register')} className="text-link underline">
                Register for an account
              </Link>
            </p>
            <DemoPeople
              onChoose={(person) => {
                reset({ email: person.email, password: person.password })
                void submit()
              }}
            />
          </>
        )}
      </Card>
    </div>
  )
}

const empty = { defaultValue: '' }

// Most sign-ins have no second step.
const SecondStep = deferred(async () => (await import('./second-step.tsx')).SecondStep)

/** What to do next; the toast has given the reason. It never says which of the two was wrong. */
function adviceFor(error: unknown): string {
  if (isProblem(error) && error.code === 'credentials_invalid') {
    return 'Check your email and password, then try again.'
  }
  if (isProblem(error) && error.code === 'too_many_attempts') {
    return `Logging in is paused. Wait ${minutesText(error.facts?.minutes)}, then try again.`
  }
  if (isProblem(error) && error.code === 'password_expired') {
    return 'Your temporary password has expired. Choose a new one with “Forgot your password?” below, or ask the bank for a reset link.'
  }
  return 'You couldn’t be logged in. Nothing has changed. Try again.'
}
