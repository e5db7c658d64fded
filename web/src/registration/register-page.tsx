import { endpoints } from '@bank/contract/endpoints'
import { messages } from '@bank/contract/messages'
import { pages } from '@bank/contract/pages'
import type { RegistrationFields } from '@bank/contract/registration/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { announce } from '../api/announce.ts'
import { call } from '../api/call.ts'
import { fieldReasons } from '../api/problem.ts'
import { isOutcomeUnknown } from '../api/request-outcome.ts'
import { useDraft, useKeptDraft } from '../sessions/drafts.ts'
import { dropDraft } from '../sessions/kept-drafts.ts'
import { beginSession } from '../sessions/session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { labels, stepCount } from './registration-fields.ts'
import { RegistrationFieldsets } from './registration-form.tsx'
import { RegistrationProgress } from './registration-progress.tsx'
import { registrationResolver } from './registration-resolver.ts'
import { useRegistrationSteps } from './registration-steps.ts'
import { StepButtons, StepProgress } from './step-buttons.tsx'

/** `/register`: opens an account and signs in. Once the session exists, the route leads to the dashboard. */
export function RegisterPage() {
  const client = useQueryClient()
  const typed = useKeptDraft<RegistrationFields>('registration')
  const form = useForm<RegistrationFields, unknown, RegistrationFields>({
    resolver: registrationResolver,
    defaultValues: typed ?? {},
    // The summary takes the focus, and leads to each field.
    shouldFocusError: false,
  })
  const { register, trigger, handleSubmit, formState, setError, getValues, control } = form
  const steps = useRegistrationSteps(form)
  const open = useMutation({
    mutationFn: (body: RegistrationFields) =>
      announce(call(endpoints.register, { body }), messages.register, 'registration'),
    onSuccess: (session) => {
      dropDraft('registration')
      beginSession(client, session)
    },
    onError: (error) => {
      for (const { field, reason } of fieldReasons(error)) {
        if (field in labels) setError(field as keyof RegistrationFields, { message: reason })
      }
    },
  })
  useDraft('registration', getValues, ['password', 'pin'])
  const errors = formState.errors
  const hasFormError = open.error && fieldReasons(open.error).length === 0

  return (
    <div className="mx-auto grid w-full max-w-form items-start gap-section xl:max-w-none xl:grid-cols-[560px_auto] xl:justify-center">
      <RegistrationProgress control={control} errors={errors} />
      <Card className="grid gap-field xl:order-first">
        <PageHeading hasErrors={Object.keys(errors).length > 0}>{pages.register.title}</PageHeading>
        <StepProgress {...steps} />
        <p className={clsx('text-muted-foreground xl:hidden', steps.step > 1 && 'in-steps:hidden')}>
          Takes about 3 minutes. New accounts are activated within 24 hours.
        </p>
        <form
          ref={steps.start}
          method="post"
          noValidate
          onSubmit={steps.submit(handleSubmit((typed) => open.mutate(typed)))}
          className="grid gap-section"
        >
          {formState.submitCount > 0 && (
            <ErrorSummary
              labels={labels}
              errors={errors}
              submitCount={formState.submitCount}
              onLead={steps.lead}
            />
          )}
          <RegistrationFieldsets
            control={control}
            register={register}
            trigger={trigger}
            errors={errors}
            step={steps.step}
          />
          {hasFormError && (
            <Notice tone="failed">
              {isOutcomeUnknown(open.error)
                ? 'The bank has not answered, and your account may be open already. Please try again. If we then say that the email has an account, log in with it.'
                : 'Your account was not opened. Nothing you typed is lost. Please try again.'}
            </Notice>
          )}
          <div className={clsx('grid gap-3', steps.step < stepCount && 'in-steps:hidden')}>
            <p className="text-table text-muted-foreground">
              By creating an account you agree to the{' '}
              <Link to="/terms" className="text-link underline">
                terms
              </Link>{' '}
              and the{' '}
              <Link to="/privacy" className="text-link underline">
                privacy notice
              </Link>
              .
            </p>
            <Button type="submit" wide busy={open.isPending} busyLabel="Opening your account…">
              Create account
            </Button>
          </div>
          <StepButtons {...steps} />
        </form>
        <p className="text-table">
          Already have an account?{' '}
          <Link to="/" className="text-link underline">
            Go to login
          </Link>
        </p>
      </Card>
    </div>
  )
}
