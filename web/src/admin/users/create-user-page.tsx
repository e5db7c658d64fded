import { endpoints } from '@bank/contract/endpoints'
import { messages } from '@bank/contract/messages'
import { pages } from '@bank/contract/pages'
import type { RegistrationFields } from '@bank/contract/registration/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { announce } from '../../api/announce.ts'
import { call } from '../../api/call.ts'
import { fieldReasons } from '../../api/problem.ts'
import { isOutcomeUnknown } from '../../api/request-outcome.ts'
import { labels } from '../../registration/registration-fields.ts'
import { RegistrationFieldsets } from '../../registration/registration-form.tsx'
import { registrationResolver } from '../../registration/registration-resolver.ts'
import { useDraft, useKeptDraft } from '../../sessions/drafts.ts'
import { dropDraft } from '../../sessions/kept-drafts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { refreshUsers } from './users.ts'

/** `/admin/create-user`: opens an account for a new user, by the rules of registration, and goes to the user's page. */
export function CreateUserPage() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const typed = useKeptDraft<RegistrationFields>('create user')
  const { register, handleSubmit, formState, setError, control, getValues, trigger } = useForm<
    RegistrationFields,
    unknown,
    RegistrationFields
  >({
    resolver: registrationResolver,
    defaultValues: typed ?? {},
    shouldFocusError: false,
  })
  useDraft('create user', getValues, ['password', 'pin'])
  const create = useMutation({
    mutationFn: (body: RegistrationFields) =>
      announce(call(endpoints.createUser, { body }), messages.register),
    onSuccess: ({ id }) => {
      dropDraft('create user')
      void refreshUsers(client)
      navigate(`/admin/users/${id}`)
    },
    onError: (error) => {
      for (const { field, reason } of fieldReasons(error)) {
        if (field in labels) setError(field as keyof RegistrationFields, { message: reason })
      }
    },
  })
  const { errors, submitCount } = formState
  const hasFormError = create.error && fieldReasons(create.error).length === 0
  return (
    <Card className="grid w-full max-w-form gap-field xl:max-w-none">
      <PageHeading hasErrors={Object.keys(errors).length > 0}>{pages.createUser.title}</PageHeading>
      <p className="max-w-prose text-muted-foreground">
        The account starts inactive, and the user gets a welcome mail. The password and the PIN are temporary:
        they expire after 7 days, and the user chooses new ones when they first log in. Give both to the
        customer safely, for example in person.
      </p>
      <form noValidate onSubmit={handleSubmit((form) => create.mutate(form))} className="grid gap-section">
        {submitCount > 0 && <ErrorSummary labels={labels} errors={errors} submitCount={submitCount} />}
        <div className="grid items-start gap-section xl:grid-cols-2">
          <RegistrationFieldsets
            control={control}
            register={register}
            trigger={trigger}
            errors={errors}
            isForStaff
          />
        </div>
        {hasFormError && (
          <Notice tone="failed">
            {isOutcomeUnknown(create.error)
              ? 'The bank has not answered. Nothing you typed is lost. Please try again: if the user was created, their page opens.'
              : 'The user was not created. Nothing you typed is lost. Please try again.'}
          </Notice>
        )}
        <div className="grid xl:justify-end">
          <Button type="submit" busy={create.isPending} busyLabel={messages.register.busy}>
            Create user
          </Button>
        </div>
      </form>
    </Card>
  )
}
