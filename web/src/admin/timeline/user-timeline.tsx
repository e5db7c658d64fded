import {
  mayReadEntries,
  noteLengthMax,
  type TimelineKind,
  timelineKinds,
  userNoteForm,
} from '@bank/contract/admin/timeline/form'
import type { TimelineEntry } from '@bank/contract/admin/timeline/view'
import { endpoints } from '@bank/contract/endpoints'
import { timeOrderedId } from '@bank/contract/time-ordered-id'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { FailureNotice } from '../../api/failure-notice.tsx'
import { LoadFailure } from '../../api/load-failure.tsx'
import { queryOf } from '../../api/query-of.ts'
import { useRequestForm } from '../../api/use-request-form.ts'
import { useDraft, useKeptDraft } from '../../sessions/drafts.ts'
import { dropDraft } from '../../sessions/kept-drafts.ts'
import { useSignedIn } from '../../sessions/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DateText } from '../../ui/date-text.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { refreshPanel } from '../refresh-panel.ts'
import { useMay } from '../use-may.ts'

// The transactions are below it.
const shownMax = '6'

/** What is known of a user, newest first: notes of staff, reasons, messages, mails and the audit log. */
export function UserTimeline({ userId }: { userId: string }) {
  const [kind, setKind] = useState<TimelineKind>()
  // The cursors of the pages up to the shown one.
  const [cursors, setCursors] = useState<readonly string[]>([])
  const list = useQuery({
    ...queryOf(['admin', 'timeline'], endpoints.listUserTimeline, {
      params: { id: userId },
      query: { kind, cursor: cursors.at(-1), limit: shownMax },
    }),
    placeholderData: keepPreviousData,
  })
  const next = list.data?.nextCursor
  const may = useMay()
  const { role } = useSignedIn().user
  return (
    <Card className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2 className="text-h2">Timeline</h2>
        <Select
          name="timeline-kind"
          id="timeline-kind"
          label="Show"
          options={[
            { value: '', label: 'Everything' },
            ...timelineKinds
              .filter((value) => mayReadEntries(role, value))
              .map((value) => ({ value, label: kindNames[value] })),
          ]}
          value={kind ?? ''}
          onChange={({ target }) => {
            setKind(timelineKinds.find((one) => one === target.value))
            setCursors([])
          }}
        />
      </div>
      {may('write_notes') && <NoteForm userId={userId} onWritten={() => setCursors([])} />}
      {!list.data && list.error ? (
        <LoadFailure
          title="The timeline could not be loaded"
          error={list.error}
          onRetry={() => list.refetch()}
        />
      ) : (
        <Entries entries={list.data?.entries} isBusy={list.isPlaceholderData} />
      )}
      <nav aria-label="Timeline pages" className="flex justify-end gap-2">
        {cursors.length > 0 && (
          <Button look="secondary" onClick={() => setCursors(cursors.slice(0, -1))}>
            Newer entries
          </Button>
        )}
        {next && (
          <Button look="secondary" onClick={() => setCursors([...cursors, next])}>
            Older entries
          </Button>
        )}
      </nav>
    </Card>
  )
}

const kindNames: Readonly<Record<TimelineKind, string>> = {
  note: 'Notes',
  reason: 'Reasons',
  message: 'Messages',
  mail: 'Mails',
  activity: 'Audit log',
}

/** Writes a note. After an unknown outcome the same text is sent under the same id, and so written once. */
function NoteForm({ userId, onWritten }: { userId: string; onWritten: () => void }) {
  const client = useQueryClient()
  const purpose = `note about ${userId}`
  const attempt = useRef({ text: '', noteId: '' })
  const { form, field, onSubmit, failure, isPending } = useRequestForm(
    userNoteForm,
    { defaultValues: { text: '', ...useKeptDraft<{ text: string }>(purpose) } },
    {
      mutationFn: ({ text }: { text: string }) => {
        if (attempt.current.text !== text) attempt.current = { text, noteId: timeOrderedId(new Date()) }
        return call(endpoints.writeUserNote, { params: { id: userId }, body: attempt.current })
      },
      onSuccess: () => {
        attempt.current = { text: '', noteId: '' }
        dropDraft(purpose)
        form.reset({ text: '' })
        onWritten()
      },
      onSettled: () => void refreshPanel(client),
    },
  )
  useDraft(purpose, form.getValues)
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="grid justify-items-start gap-3">
      <FailureNotice error={failure} />
      <div className="w-full">
        <Textarea
          label="New note"
          hint={`For staff only, up to ${noteLengthMax.toLocaleString('en-US')} characters. It cannot be changed later.`}
          rows={2}
          {...field('text')}
        />
      </div>
      <Button type="submit" look="secondary" busy={isPending} busyLabel="Adding…">
        Add note
      </Button>
    </form>
  )
}

function Entries({ entries, isBusy }: { entries: readonly TimelineEntry[] | undefined; isBusy: boolean }) {
  if (!entries) return <Skeleton className="h-40 w-full" />
  if (entries.length === 0) return <p className="text-muted-foreground">Nothing to show.</p>
  return (
    <ul aria-label="Timeline" aria-busy={isBusy} className="grid divide-y">
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </ul>
  )
}

function Entry({ entry: { kind, at, by, title, text, change, isVerified } }: { entry: TimelineEntry }) {
  return (
    <li className="grid gap-1 py-3 text-table first:pt-0 last:pb-0">
      <p className="wrap-anywhere">
        <span className="text-label">{entryNames[kind]}</span>
        {title && (
          <>
            {' '}
            <bdi>{title}</bdi>
          </>
        )}
        {change && <>, {change}</>}
        {!isVerified && <span className="text-pending">, address not verified</span>}
      </p>
      {text !== null && <EntryText kind={kind} text={text} />}
      <p className="text-caption text-muted-foreground">
        <DateText moment={at} time />
        {by && (
          <>
            , <bdi>{by.name}</bdi>
          </>
        )}
      </p>
    </li>
  )
}

const entryNames: Readonly<Record<TimelineEntry['kind'], string>> = {
  note: 'Note',
  message: 'Message:',
  mail: 'Mail:',
  activity: '',
}

/** A mail and a message are long, and folded. */
function EntryText({ kind, text }: Pick<TimelineEntry, 'kind'> & { text: string }) {
  const shown = (
    <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
      {text}
    </p>
  )
  if (kind === 'note' || kind === 'activity') return shown
  return (
    <details>
      <summary className="inline-flex min-h-target items-center rounded-control text-link underline">
        Show the text
      </summary>
      {shown}
    </details>
  )
}
