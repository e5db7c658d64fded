import { activationHours } from '@bank/contract/accounts/state'
import { endpoints } from '@bank/contract/endpoints'
import { linkTo, pages } from '@bank/contract/pages'
import { visitorTexts } from '@bank/contract/toast-texts/visitors'
import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Link } from 'react-router'
import { announce } from '../api/announce.ts'
import { call } from '../api/call.ts'
import { isOutcomeUnknown } from '../api/request-outcome.ts'
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
import { useRegistrationSteps } from './registration-steps.ts'
import { StepButtons, StepProgress } from './step-buttons.tsx'
import { useRegistrationForm } from './use-registration-form.ts'

/** `/register`: opens an account and signs in. Once the session exists, the route leads to the dashboard. */
export function RegisterPage() {
  const client = useQueryClient()
  const { form, failure, isPending, onSubmit } = useRegistrationForm('registration', {
    mutationFn: (body) => announce(call(endpoints.register, { body }), visitorTexts.register, 'registration'),
    onSuccess: (session) => {
      dropDraft('registration')
      beginSession(client, session)
    },
  })
  const steps = useRegistrationSteps(form)
  const { errors, submitCount } = form.formState
  return (
    <div className="mx-auto grid w-full max-w-form items-start gap-section xl:max-w-none xl:grid-cols-[560px_auto] xl:justify-center">
      <RegistrationProgress control={form.control} errors={errors} />
      <Card className="grid gap-field xl:order-first">
        <PageHeading hasErrors={Object.keys(errors).length > 0}>{pages.register.title}</PageHeading>
        <StepProgress {...steps} />
        <p className={clsx('text-muted-foreground xl:hidden', steps.step > 1 && 'in-steps:hidden')}>
          Takes about 3 minutes. New accounts are activated within {activationHours} hours.
        </p>
        <form
          ref={steps.start}
          method="post"
          noValidate
          onSubmit={steps.submit(onSubmit)}
          className="grid gap-section"
        >
          {submitCount > 0 && (
            <ErrorSummary labels={labels} errors={errors} submitCount={submitCount} onLead={steps.lead} />
          )}
          <RegistrationFieldsets form={form} step={steps.step} />
          {failure && (
            <Notice tone="failed">
              {isOutcomeUnknown(failure)
                ? 'The bank has not answered, and your account may be open already. Please try again. If we then say that the email has an account, log in with it.'
                : 'Your account was not opened. Nothing you typed is lost. Please try again.'}
            </Notice>
          )}
          <div className={clsx('grid gap-3', steps.step < stepCount && 'in-steps:hidden')}>
            <p className="text-table text-muted-foreground">
              By creating an account you agree to the{' '}
              <Link to={linkTo('terms')} className="text-link underline">
                terms
              </Link>{' '}
              and the{' '}
              <Link to={linkTo('privacy')} className="text-link underline">
                privacy notice
              </Link>
              .
            </p>
            <Button type="submit" wide busy={isPending} busyLabel="Opening your account…">
              Create account
            </Button>
          </div>
          <StepButtons {...steps} />
        </form>
        <p className="text-table">
          Already have an account?{' '}
          <Link to={linkTo('signIn')} className="text-link underline">
            Go to login
          </Link>
        </p>
      </Card>
    </div>
  )
}
