import { endpoints } from '@bank/contract/endpoints'
import type { SecondStepView, SessionView } from '@bank/contract/sessions/view'
import { visitorTexts } from '@bank/contract/toast-texts/visitors'
import { codeForm, recoveryCodeForm } from '@bank/contract/two-factor/form'
import { type ReactNode, useEffect, useState } from 'react'
import type * as z from 'zod/mini'
import type { Advice } from '../api/advice-after.ts'
import { announce } from '../api/announce.ts'
import { bankNow } from '../api/bank-clock.ts'
import { call } from '../api/call.ts'
import { FailureNotice } from '../api/failure-notice.tsx'
import { minutesText } from '../api/minutes-text.ts'
import { isProblem } from '../api/problem.ts'
import { type FormRules, useRequestForm } from '../api/use-request-form.ts'
import { Button } from '../ui/button.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { CodeInput, RecoveryCodeInput } from './code-inputs.tsx'

type Outcome = { onDone: (session: SessionView) => void; onEnded: () => void }

/**
 * The second step of a sign-in with two-factor: a TOTP code or a recovery code. `onEnded` is called when the sign-in has to start
 * again.
 */
export function SecondStep({
  challenge,
  endsAt,
  onBack,
  ...outcome
}: SecondStepView['secondStep'] & Outcome & { onBack: () => void }) {
  const [byRecovery, setByRecovery] = useState(false)
  const { onEnded } = outcome
  // The challenge expires: then the field is of no use any more.
  useEffect(() => {
    const timer = setTimeout(onEnded, Date.parse(endsAt) - bankNow())
    return () => clearTimeout(timer)
  }, [endsAt, onEnded])
  return (
    <>
      <PageHeading>{byRecovery ? 'Enter a recovery code' : 'Enter your code'}</PageHeading>
      {byRecovery ? (
        <RecoveryStep challenge={challenge} {...outcome} />
      ) : (
        <CodeStep challenge={challenge} {...outcome} />
      )}
      <div className="-mx-4 flex flex-wrap justify-between gap-2">
        <Button look="quiet" onClick={() => setByRecovery(!byRecovery)}>
          {byRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
        </Button>
        <Button look="quiet" onClick={onBack}>
          Back to login
        </Button>
      </div>
    </>
  )
}

function CodeStep({ challenge, ...outcome }: { challenge: string } & Outcome) {
  const { field, ...step } = useSecondStep(codeForm, 'code', outcome, ({ code }) =>
    call(endpoints.signInWithCode, { body: { challenge, code } }),
  )
  return (
    <StepForm {...step}>
      <CodeInput {...field} />
    </StepForm>
  )
}

function RecoveryStep({ challenge, ...outcome }: { challenge: string } & Outcome) {
  const { field, ...step } = useSecondStep(recoveryCodeForm, 'recovery_code', outcome, ({ recovery_code }) =>
    call(endpoints.signInWithRecoveryCode, { body: { challenge, recovery_code } }),
  )
  return (
    <StepForm {...step}>
      <RecoveryCodeInput {...field} />
    </StepForm>
  )
}

/** The form of a code, whose field `name` takes the focus. An error about no field is `failure`, or ends the sign-in. */
function useSecondStep<Rules extends FormRules>(
  rules: Rules,
  name: keyof z.input<Rules> & string,
  { onDone, onEnded }: Outcome,
  ask: (form: z.output<Rules>) => Promise<SessionView>,
) {
  const { form, field, onSubmit, failure, isPending } = useRequestForm<Rules, SessionView>(
    rules,
    { defaultValues: { [name]: '' } as never },
    {
      mutationFn: (values) => announce(ask(values), visitorTexts.signIn, 'sign-in'),
      onSuccess: onDone,
      onError: (problem) => {
        if (isProblem(problem) && problem.code === 'sign_in_ended') onEnded()
      },
      secrets: [name],
    },
  )
  const { setFocus } = form
  useEffect(() => setFocus(name as never), [setFocus, name])
  return { field: field(name), onSubmit, failure, isPending }
}

function StepForm({
  onSubmit,
  failure,
  isPending,
  children,
}: {
  onSubmit: () => void
  failure: unknown
  isPending: boolean
  children: ReactNode
}) {
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-field">
      <FailureNotice error={failure} advice={advice} />
      {children}
      <Button type="submit" wide busy={isPending} busyLabel="Logging you in…">
        Continue
      </Button>
    </form>
  )
}

const advice: Advice = {
  too_many_attempts: ({ facts }) =>
    `Too many codes were wrong. Wait ${minutesText(facts?.minutes)}, then log in again.`,
  otherwise: 'You couldn’t be logged in. Nothing has changed. Try again.',
}
