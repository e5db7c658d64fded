import type { endpoints } from '@bank/contract/endpoints'
import { entryForm } from '@bank/contract/support/form'
import { timeOrderedId } from '@bank/contract/time-ordered-id'
import { type ReactNode, useRef, useState } from 'react'
import { FailureNotice } from '../api/failure-notice.tsx'
import { useRequestForm } from '../api/use-request-form.ts'
import { useDraft, useKeptDraft } from '../sessions/drafts.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Textarea } from '../ui/textarea.tsx'
import { FilesField, missingFilesText, sendFiles, useChosenFiles } from './case-files.tsx'

/**
 * Writes an entry of a case, with files. After an unknown outcome the same text is sent under the same id, and so written once. The entry
 * comes first: files that the bank does not take are named.
 */
export function EntryForm({
  purpose,
  label,
  hint,
  action,
  send,
  attach,
  onSent,
  onFailed,
}: {
  /** Names its draft and its fields. */
  purpose: string
  label: string
  hint?: ReactNode
  action: string
  send: (entry: { entryId: string; text: string }) => Promise<unknown>
  /** Absent where an entry has no files. */
  attach?: typeof endpoints.attachFile | typeof endpoints.attachOwnFile | undefined
  onSent: () => void
  onFailed?: () => void
}) {
  const id = purpose.replaceAll(' ', '-')
  const attempt = useRef({ text: '', entryId: '' })
  const chosen = useChosenFiles(purpose)
  const [failures, setFailures] = useState<readonly string[]>([])
  const { form, field, onSubmit, failure, isPending } = useRequestForm(
    entryForm,
    { defaultValues: { text: '', ...useKeptDraft<{ text: string }>(purpose) } },
    {
      mutationFn: async ({ text }: { text: string }) => {
        if (attempt.current.text !== text) attempt.current = { text, entryId: timeOrderedId(new Date()) }
        await send(attempt.current)
        return attach ? sendFiles(attach, attempt.current.entryId, chosen.files) : []
      },
      onSuccess: (missing) => {
        attempt.current = { text: '', entryId: '' }
        // When it is left, nothing or the next entry takes the place of its draft.
        form.reset({ text: '' })
        chosen.choose([])
        setFailures(missing)
        onSent()
      },
      ...(onFailed && { onError: onFailed }),
    },
  )
  useDraft(purpose, form.getValues)
  return (
    <form
      method="post"
      noValidate
      onSubmit={chosen.error ? (event) => event.preventDefault() : onSubmit}
      className="grid gap-3"
    >
      <FailureNotice error={failure} />
      {failures.length > 0 && <Notice tone="pending">{missingFilesText(failures)}</Notice>}
      <Textarea id={`${id}-text`} label={label} hint={hint} rows={4} {...field('text')} />
      {attach && <FilesField id={`${id}-files`} chosen={chosen} />}
      <Button type="submit" wide busy={isPending} busyLabel="Sending…">
        {action}
      </Button>
    </form>
  )
}
