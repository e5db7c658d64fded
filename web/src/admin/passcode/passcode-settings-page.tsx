import { newPasscodeForm } from '@bank/contract/admin/passcode/form'
import { endpoints } from '@bank/contract/endpoints'
import { pages } from '@bank/contract/pages'
import { staffTexts } from '@bank/contract/toast-texts/staff'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Advice } from '../../api/advice-after.ts'
import { announce } from '../../api/announce.ts'
import { call } from '../../api/call.ts'
import { FailureNotice } from '../../api/failure-notice.tsx'
import { queryOf } from '../../api/query-of.ts'
import { useRequestForm } from '../../api/use-request-form.ts'
import { renewSession } from '../../sessions/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DateText } from '../../ui/date-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { SecretInput } from '../../ui/secret-input.tsx'

const passcodeChangeQuery = queryOf(['admin', 'passcode-change'], endpoints.readPasscodeChange)

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
  // The new passcode while the page asks whether it is meant.
  const [asked, setAsked] = useState<{ passcode: string }>()
  const { form, field, mutate, failure, isPending, isSuccess } = useRequestForm(
    newPasscodeForm,
    { defaultValues: { passcode: '' } },
    {
      mutationFn: (body) =>
        announce(call(endpoints.changePasscode, { body }), staffTexts.passcode, 'passcode'),
      onSuccess: (session) => {
        form.reset()
        renewSession(client, session)
        void client.invalidateQueries({ queryKey: passcodeChangeQuery.queryKey })
      },
    },
  )
  return (
    <form method="post" noValidate onSubmit={form.handleSubmit(setAsked)} className="grid gap-field">
      <FailureNotice error={failure} advice={advice} />
      {isSuccess && (
        <Notice tone="success">The passcode was changed. Give it to the other administrators.</Notice>
      )}
      <SecretInput
        label="New passcode"
        autoComplete="off"
        hint="At least 4 characters; 8 or more are harder to guess."
        {...field('passcode')}
      />
      <Button type="submit" wide busy={isPending} busyLabel={staffTexts.passcode.busy}>
        Update passcode
      </Button>
      <ConfirmDialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title="Change the passcode of all administrators?"
        description="Their access to the admin panel ends, and the old passcode opens it no more. Tell them the new one in person or by phone."
        action="Change passcode"
        onConfirm={() => {
          mutate(asked!)
          setAsked(undefined)
        }}
      />
    </form>
  )
}

const notAnswered =
  'The bank has not answered. Try again: until it answers, either the old or the new passcode may open the panel.'
const advice: Advice = {
  no_answer: notAnswered,
  outcome_unknown: notAnswered,
  otherwise: 'The passcode was not changed. The old one still opens the panel.',
}
