import { endpoints } from '@bank/contract/endpoints'
import { linkTo, pages } from '@bank/contract/pages'
import { visitorTexts } from '@bank/contract/toast-texts/visitors'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { announce } from '../../api/announce.ts'
import { call } from '../../api/call.ts'
import { isOutcomeUnknown } from '../../api/request-outcome.ts'
import { labels } from '../../registration/registration-fields.ts'
import { RegistrationFieldsets } from '../../registration/registration-form.tsx'
import { useRegistrationForm } from '../../registration/use-registration-form.ts'
import { dropDraft } from '../../sessions/kept-drafts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { refreshPanel } from '../refresh-panel.ts'
import { GeneratedSecrets } from './generated-secrets.tsx'

/** `/admin/create-user`: opens an account for a new user, by the rules of registration, and goes to the user's page. */
export function CreateUserPage() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { form, failure, isPending, onSubmit } = useRegistrationForm('create user', {
    mutationFn: (body) => announce(call(endpoints.createUser, { body }), visitorTexts.register),
    onSuccess: ({ id }) => {
      dropDraft('create user')
      void refreshPanel(client)
      navigate(linkTo('user', { id }))
    },
  })
  const { errors, submitCount } = form.formState
  return (
    <Card className="grid w-full max-w-form gap-field xl:max-w-none">
      <PageHeading hasErrors={Object.keys(errors).length > 0}>{pages.createUser.title}</PageHeading>
      <p className="max-w-prose text-muted-foreground">
        The account starts inactive, and the user gets a welcome mail. The password and the PIN are temporary:
        they expire after 7 days, and the user chooses new ones when they first log in. Give both to the
        customer safely, for example in person.
      </p>
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-section">
        {submitCount > 0 && <ErrorSummary labels={labels} errors={errors} submitCount={submitCount} />}
        <div className="grid items-start gap-section xl:grid-cols-2">
          <RegistrationFieldsets form={form} isForStaff belowSecrets={<GeneratedSecrets form={form} />} />
        </div>
        {failure && (
          <Notice tone="failed">
            {isOutcomeUnknown(failure)
              ? 'The bank has not answered. Nothing you typed is lost. Please try again: if the user was created, their page opens.'
              : 'The user was not created. Nothing you typed is lost. Please try again.'}
          </Notice>
        )}
        <div className="grid xl:justify-end">
          <Button type="submit" busy={isPending} busyLabel={visitorTexts.register.busy}>
            Create user
          </Button>
        </div>
      </form>
    </Card>
  )
}
