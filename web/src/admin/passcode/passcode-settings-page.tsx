import { type NewPasscodeForm, newPasscodeForm } from '@bank/contract/admin/passcode/form'
import { endpoints } from '@bank/contract/endpoints'
import { messages } from '@bank/contract/messages'
import { pages } from '@bank/contract/pages'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { announce } from '../../api/announce.ts'
import { call } from '../../api/call.ts'
import { fieldReasons } from '../../api/problem.ts'
import { isOutcomeUnknown } from '../../api/request-outcome.ts'
import { renewSession } from '../../sessions/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DateText } from '../../ui/date-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { SecretInput } from '../../ui/secret-input.tsx'

const passcodeChangeQuery = queryOptions({
  queryKey: ['admin', 'passcode-change'],
  queryFn: ({ signal }) => call(endpoints.readPasscodeChange, { signal }),
})

/** `/admin/settings`: changes the passcode of all administrators. */
export function PasscodeSettingsPage() {
  return (
    <Card className="mx-auto grid w-full max-w-form gap-field">
      <PageHeading>{pages.passcodeSettings.title}</PageHeading>
      <p className="text-muted-foreground">
        The passcode opens this panel to every administrator. When it changes, all other administrators have
        to enter the new one. <LastChange />
      </p>
      <ChangePasscodeForm />
    </Card>
  )
}

function LastChange() {
  const { data } = useQuery(passcodeChangeQuery)
  if (!data) return null
  return (
    <>
      Last changed on <DateText moment={data.changedAt} />{' '}
      {data.changedBy ? (
        <>
          by <bdi>{data.changedBy.name}</bdi>
        </>
      ) : (
        'when the bank was set up'
      )}
      .
    </>
  )
}

/** The passcode cannot be read, only replaced. */
function ChangePasscodeForm() {
  const client = useQueryClient()
  const { register, handleSubmit, formState, setError, reset } = useForm<NewPasscodeForm>({
    resolver: standardSchemaResolver(newPasscodeForm),
    defaultValues: { passcode: '' },
  })
  const change = useMutation({
    mutationFn: (body: NewPasscodeForm) =>
      announce(call(endpoints.changePasscode, { body }), messages.passcode, 'passcode'),
    onSuccess: (session) => {
      reset()
      renewSession(client, session)
      void client.invalidateQueries({ queryKey: passcodeChangeQuery.queryKey })
    },
    onError: (error) => {
      for (const { reason } of fieldReasons(error))
        setError('passcode', { message: reason }, { shouldFocus: true })
    },
  })
  const hasFormError = change.error && fieldReasons(change.error).length === 0
  return (
    <form noValidate onSubmit={handleSubmit((form) => change.mutate(form))} className="grid gap-field">
      {hasFormError && (
        <Notice tone="failed">
          {isOutcomeUnknown(change.error)
            ? 'The bank has not answered. Try again: until it answers, either the old or the new passcode may open the panel.'
            : 'The passcode was not changed. The old one still opens the panel.'}
        </Notice>
      )}
      {change.isSuccess && (
        <Notice tone="success">The passcode was changed. Give it to the other administrators.</Notice>
      )}
      <SecretInput
        label="New passcode"
        autoComplete="off"
        hint="At least 4 characters; 8 or more are harder to guess."
        error={formState.errors.passcode?.message}
        {...register('passcode')}
      />
      <Button type="submit" wide busy={change.isPending} busyLabel={messages.passcode.busy}>
        Update passcode
      </Button>
    </form>
  )
}
