import { endpoints } from '@bank/contract/endpoints'
import { type SupportForm as SupportFields, supportForm } from '@bank/contract/support/form'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { FailureNotice } from '../api/failure-notice.tsx'
import { sendOnce } from '../api/idempotency-key.ts'
import { useRequestForm } from '../api/use-request-form.ts'
import { publicConfig } from '../public-config.ts'
import { useDraft, useKeptDraft } from '../sessions/drafts.ts'
import { dropDraft } from '../sessions/kept-drafts.ts'
import { useSession } from '../sessions/session.ts'
import { Button } from '../ui/button.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Input } from '../ui/input.tsx'
import { Textarea } from '../ui/textarea.tsx'
import { FilesField, sendFiles, useChosenFiles } from './case-files.tsx'
import { ownCasesKey } from './own-cases.tsx'

type Texts = Record<keyof SupportFields, string>

const labels = { email: 'Email', subject: 'Subject', message: 'Message' }

/**
 * A message that was sent: its reference, until when the bank answers (null where it has answered already), and a sentence for each file
 * that the bank did not take.
 */
export type SentMessage = {
  readonly reference: string
  readonly dueAt: string | null
  readonly failures: readonly string[]
}

/** Sends a message to the bank, once, however often the button is pressed. A customer's may have files. */
export function SupportForm({
  transactionId,
  onSent,
}: {
  transactionId: string | undefined
  onSent: (sent: SentMessage) => void
}) {
  const { data } = useSession()
  const client = useQueryClient()
  const about = isUuid(transactionId) ? transactionId : undefined
  const draft = `support about ${about}`
  const chosen = useChosenFiles(draft)
  const typed = useKeptDraft<Texts>(draft)
  const { form, field, onSubmit, failure, isPending } = useRequestForm(
    supportForm,
    {
      defaultValues: {
        email: data?.session?.user.email ?? '',
        subject: about ? 'A question about a transaction' : '',
        message: '',
        ...typed,
        ...(about && { transactionId: about }),
      },
      shouldFocusError: false,
    },
    {
      mutationFn: async (body) => {
        const intention = { person: data?.session?.user.id ?? 'visitor', purpose: draft }
        const { id, reference, dueAt } = await sendOnce(intention, (messageId) =>
          call(endpoints.writeToSupport, { body: { ...body, messageId } }),
        )
        return { reference, dueAt, failures: await sendFiles(endpoints.attachOwnFile, id, chosen.files) }
      },
      onSuccess: (sent) => {
        dropDraft(draft)
        chosen.choose([])
        void client.invalidateQueries({ queryKey: ownCasesKey })
        onSent(sent)
      },
    },
  )
  useDraft(draft, form.getValues)
  const { errors, submitCount } = form.formState
  return (
    <form
      method="post"
      noValidate
      onSubmit={chosen.error ? (event) => event.preventDefault() : onSubmit}
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
        hint={publicConfig.mail ? 'We’ll reply here' : undefined}
        {...field('email')}
      />
      <Input label={labels.subject} {...field('subject')} />
      <Textarea label={labels.message} {...field('message')} />
      {data?.session && <FilesField id="files" chosen={chosen} />}
      <FailureNotice error={failure} advice={advice} />
      <Button type="submit" wide busy={isPending} busyLabel="Sending…">
        Send message
      </Button>
    </form>
  )
}

const advice = {
  id_reused:
    'We have your message already, as it was before you changed it. Send again to send this one, too.',
}

function isUuid(text: string | undefined): text is string {
  return !!text && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}
