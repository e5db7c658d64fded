import { endpoints } from '@bank/contract/endpoints'
import { messages } from '@bank/contract/messages'
import type { SecondStepView, SessionView } from '@bank/contract/sessions/view'
import {
  type CodeForm,
  codeForm,
  type RecoveryCodeForm,
  recoveryCodeForm,
} from '@bank/contract/two-factor/form'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { announce } from '../api/announce.ts'
import { bankNow } from '../api/bank-clock.ts'
import { call } from '../api/call.ts'
import { fieldReasons, isProblem } from '../api/problem.ts'
import { CodeInput, RecoveryCodeInput } from '../two-factor/code-inputs.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

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
  const { register, handleSubmit, formState, setError, resetField, setFocus } = useForm<CodeForm>({
    resolver: standardSchemaResolver(codeForm),
    defaultValues: { code: '' },
  })
  useEffect(() => setFocus('code'), [setFocus])
  const { send, isPending, error } = useSecondStep(
    ({ code }: CodeForm) => call(endpoints.signInWithCode, { body: { challenge, code } }),
    outcome,
    (reason) => {
      resetField('code')
      setError('code', { message: reason }, { shouldFocus: true })
    },
  )
  return (
    <StepForm onSubmit={handleSubmit((form) => send(form))} error={error} isPending={isPending}>
      <CodeInput field={register('code')} error={formState.errors.code?.message} />
    </StepForm>
  )
}

function RecoveryStep({ challenge, ...outcome }: { challenge: string } & Outcome) {
  const { register, handleSubmit, formState, setError, resetField, setFocus } = useForm<RecoveryCodeForm>({
    resolver: standardSchemaResolver(recoveryCodeForm),
    defaultValues: { recovery_code: '' },
  })
  useEffect(() => setFocus('recovery_code'), [setFocus])
  const { send, isPending, error } = useSecondStep(
    ({ recovery_code }: RecoveryCodeForm) =>
      call(endpoints.signInWithRecoveryCode, { body: { challenge, recovery_code } }),
    outcome,
    (reason) => {
      resetField('recovery_code')
      setError('recovery_code', { message: reason }, { shouldFocus: true })
    },
  )
  return (
    <StepForm onSubmit={handleSubmit((form) => send(form))} error={error} isPending={isPending}>
      <RecoveryCodeInput field={register('recovery_code')} error={formState.errors.recovery_code?.message} />
    </StepForm>
  )
}

/** Sends the code. `onWrong` gets the error of the field; any other error is `error`, or ends the sign-in. */
function useSecondStep<Form>(
  ask: (form: Form) => Promise<SessionView>,
  { onDone, onEnded }: Outcome,
  onWrong: (reason: string) => void,
) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: (form: Form) => announce(ask(form), messages.signIn, 'sign-in'),
    onSuccess: onDone,
    onError: (problem) => {
      if (isProblem(problem) && problem.code === 'sign_in_ended') return onEnded()
      const [wrong] = fieldReasons(problem)
      if (wrong) onWrong(wrong.reason)
    },
  })
  return { send: mutate, isPending, error: error && fieldReasons(error).length === 0 ? error : null }
}

function StepForm({
  onSubmit,
  error,
  isPending,
  children,
}: {
  onSubmit: () => void
  error: unknown
  isPending: boolean
  children: ReactNode
}) {
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-field">
      {error !== null && <Notice tone="failed">{adviceFor(error)}</Notice>}
      {children}
      <Button type="submit" wide busy={isPending} busyLabel="Logging you in…">
        Continue
      </Button>
    </form>
  )
}

function adviceFor(error: unknown): string {
  if (isProblem(error) && error.code === 'too_many_attempts') {
    return `Too many codes were wrong. Wait ${error.facts?.minutes ?? 'a few'} minutes, then log in again.`
  }
  return 'You couldn’t be logged in. Nothing has changed. Try again.'
}
