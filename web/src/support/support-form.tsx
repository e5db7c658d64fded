import { endpoints } from '@bank/contract/endpoints'
import { type SupportForm as SupportFields, supportForm } from '@bank/contract/support/form'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { call } from '../api/call.ts'
import { fieldReasons, reasonOf } from '../api/problem.ts'
import { useDraft, useKeptDraft } from '../sessions/drafts.ts'
import { dropDraft } from '../sessions/kept-drafts.ts'
import { useSession } from '../sessions/session.ts'
import { Button } from '../ui/button.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Input } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { Textarea } from '../ui/textarea.tsx'

const labels = { email: 'Email', subject: 'Subject', message: 'Message' }

/** Sends a message to the bank. `onSent` gets its reference. */
export function SupportForm({
  transactionId,
  onSent,
}: {
  transactionId: string | undefined
  onSent: (reference: string) => void
}) {
  const { data } = useSession()
  const about = isUuid(transactionId) ? transactionId : undefined
  const draft = `support about ${about}`
  const typed = useKeptDraft<SupportFields>(draft)
  const { register, handleSubmit, formState, setError, getValues } = useForm<SupportFields>({
    resolver: standardSchemaResolver(supportForm),
    defaultValues: {
      email: data?.session?.user.email ?? '',
      subject: about ? 'A question about a transaction' : '',
      message: '',
      ...typed,
      ...(about && { transactionId: about }),
    },
    shouldFocusError: false,
  })
  const send = useMutation({
    mutationFn: (body: SupportFields) => call(endpoints.writeToSupport, { body }),
    onSuccess: ({ reference }) => {
      dropDraft(draft)
      onSent(reference)
    },
    onError: (error) => {
      for (const { field, reason } of fieldReasons(error)) {
        if (field in labels) setError(field as keyof SupportFields, { message: reason })
      }
    },
  })
  useDraft(draft, getValues)
  const { errors, submitCount } = formState
  return (
    <form
      method="post"
      noValidate
      onSubmit={handleSubmit((form) => send.mutate(form))}
      className="grid gap-field"
    >
      <ErrorSummary labels={labels} errors={errors} submitCount={submitCount} />
      {about && (
        <p className="text-table text-muted-foreground">
          About transaction <bdi className="tabular">{about}</bdi>
        </p>
      )}
      <Input
        label={labels.email}
        type="email"
        autoComplete="email"
        hint="We’ll reply here"
        error={errors.email?.message}
        {...register('email')}
      />
      <Input label={labels.subject} error={errors.subject?.message} {...register('subject')} />
      <Textarea label={labels.message} error={errors.message?.message} {...register('message')} />
      {send.error && <Notice tone="failed">{reasonOf(send.error)}</Notice>}
      <Button type="submit" wide busy={send.isPending} busyLabel="Sending…">
        Send message
      </Button>
    </form>
  )
}

function isUuid(text: string | undefined): text is string {
  return !!text && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}
