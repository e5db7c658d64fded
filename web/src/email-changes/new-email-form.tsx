import { newEmailForm } from '@bank/contract/email-changes/form'
import type { EmailView } from '@bank/contract/email-changes/view'
import { endpoints } from '@bank/contract/endpoints'
import { settingsTexts } from '@bank/contract/toast-texts/settings'
import { useQueryClient } from '@tanstack/react-query'
import type { Advice } from '../api/advice-after.ts'
import { call } from '../api/call.ts'
import { FailureNotice } from '../api/failure-notice.tsx'
import { useRequestForm } from '../api/use-request-form.ts'
import { useConfirmation } from '../sessions/use-confirmation.tsx'
import { Button } from '../ui/button.tsx'
import { emailQuery } from './email.ts'
import { EmailInput } from './email-input.tsx'

/** Asks for a new email, and has a code mailed to it. The bank asks for the password, in the dialog "Confirm it's you". */
export function NewEmailForm({ onSent }: { onSent: () => void }) {
  const client = useQueryClient()
  const { confirmed, isAsking, dialog } = useConfirmation()
  const { form, field, onSubmit, failure, isPending } = useRequestForm(
    newEmailForm,
    { defaultValues: { email: '' } },
    {
      mutationFn: (body) =>
        confirmed(() => call(endpoints.requestEmailChange, { body }), settingsTexts.requestEmailChange),
      onSuccess: (pending) => {
        client.setQueryData<EmailView>(emailQuery.queryKey, (known) => known && { ...known, pending })
        onSent()
      },
    },
  )
  return (
    <>
      <form noValidate onSubmit={onSubmit} className="grid gap-field">
        <FailureNotice error={failure} advice={advice} />
        <EmailInput
          label="New email"
          hint="We send a code to it. Nothing changes until you enter the code."
          autoComplete="email"
          typed={form.watch('email')}
          onChoose={(email) => form.setValue('email', email, { shouldValidate: true })}
          {...field('email')}
        />
        <Button
          type="submit"
          wide
          busy={isPending && !isAsking}
          busyLabel={settingsTexts.requestEmailChange.busy}
        >
          Send code
        </Button>
      </form>
      {dialog}
    </>
  )
}

const advice: Advice = {
  confirm_required: 'No code was sent. To change your email, confirm that it’s you.',
}
