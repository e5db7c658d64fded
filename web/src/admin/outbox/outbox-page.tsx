import { endpoints } from '@bank/contract/endpoints'
import type { MailState, OutgoingMailView } from '@bank/contract/outbox/view'
import { pages } from '@bank/contract/pages'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Archive, CircleAlert, CircleCheck, Clock, RotateCw } from 'lucide-react'
import type { ComponentProps } from 'react'
import { fieldReasons } from '../../api/problem.ts'
import { queryOf } from '../../api/query-of.ts'
import type { Column } from '../../ui/data-table.tsx'
import { DateText } from '../../ui/date-text.tsx'
import { Fact } from '../../ui/fact.tsx'
import { Input } from '../../ui/input.tsx'
import { namedParams, useListUrlState } from '../../ui/list-url-state.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Select } from '../../ui/select.tsx'
import { Pill } from '../../ui/status-pill.tsx'
import { FilterRow } from '../filter-row.tsx'
import { RecordList } from '../record-list.tsx'
import { useFilterForm } from '../use-filter-form.ts'

const filterNames = ['to', 'state'] as const
type Filter = Partial<Record<(typeof filterNames)[number], string>>

/** `/admin/outbox`: the bank's outgoing mail with its state. */
export function OutboxPage() {
  const urlState = useListUrlState()
  const filter: Filter = namedParams(urlState.params, filterNames)
  const list = useQuery({
    ...queryOf(['admin', 'outgoing-mail'], endpoints.listOutgoingMail, {
      query: { ...(filter as object), cursor: urlState.cursor },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: 20_000,
  })
  const reasons = Object.fromEntries(fieldReasons(list.error).map(({ field, reason }) => [field, reason]))
  const choose = ({ to, state }: Filter) => urlState.go({ to, state, cursor: null, open: null })
  const { form, field } = useFilterForm('outbox', filterNames, { filter, choose }, reasons)
  const isValid = Object.keys(reasons).length === 0
  return (
    <div className="grid gap-4">
      <PageHeading>{pages.outbox.title}</PageHeading>
      <p className="max-w-prose text-muted-foreground">
        The bank’s outgoing mail, newest first. Links that only the recipient may use are not shown.
      </p>
      <FilterRow label="Mail" submit="Show mail" filter={filter} form={form} onClear={() => choose({})}>
        <Input {...field('to')} label="To" placeholder="Email" autoComplete="off" />
        <Select
          {...field('state')}
          label="State"
          placeholder="All"
          options={[
            { value: 'unsent', label: 'Not sent yet' },
            { value: 'sent', label: 'Sent' },
            { value: 'given_up', label: 'Given up' },
          ]}
        />
      </FilterRow>
      <RecordList
        caption="Outbox"
        urlState={urlState}
        query={list}
        rows={isValid ? list.data?.mails : []}
        nextCursor={isValid ? list.data?.nextCursor : null}
        columns={columns}
        nameOf={({ subject, recipient }) => `Mail, ${subject}, to ${recipient}`}
        empty={Object.keys(filter).length > 0 ? 'No such mail' : 'No mail yet'}
        title="Mail"
        details={(mail) => <MailDetails mail={mail} />}
      />
    </div>
  )
}

const columns: readonly Column<OutgoingMailView>[] = [
  { header: 'When', phone: 'detail', cell: ({ createdAt }) => <DateText moment={createdAt} time /> },
  {
    header: 'Subject',
    phone: 'title',
    cell: ({ subject }) => <bdi className="line-clamp-2 w-fit wrap-anywhere">{subject}</bdi>,
  },
  {
    header: 'To',
    importance: 2,
    cell: ({ recipient }) => <bdi className="line-clamp-2 w-fit max-w-72 wrap-anywhere">{recipient}</bdi>,
  },
  { header: 'State', phone: 'aside', cell: ({ state }) => <Pill {...states[state]} /> },
]

function MailDetails({ mail }: { mail: OutgoingMailView }) {
  const { recipient, subject, text, state, createdAt, sentAt, attempts, nextTryAt, lastFault } = mail
  return (
    <div className="grid gap-field">
      <div className="grid justify-items-start gap-2">
        <h3 className="text-h3">
          <bdi>{subject}</bdi>
        </h3>
        <Pill {...states[state]} />
      </div>
      {state === 'kept' && (
        <Notice tone="pending">Mail is off. Set SMTP_URL or MAIL_API_URL to send it.</Notice>
      )}
      {lastFault && <Notice tone="pending">The last attempt failed: {lastFault}</Notice>}
      <dl className="grid gap-3 text-table">
        <Fact name="To">
          <bdi>{recipient}</bdi>
        </Fact>
        <Fact name="Created">
          <DateText moment={createdAt} time />
        </Fact>
        {sentAt && (
          <Fact name="Sent">
            <DateText moment={sentAt} time />
          </Fact>
        )}
        {attempts > 0 && <Fact name="Attempts">{attempts}</Fact>}
        {nextTryAt && (
          <Fact name="Next attempt">
            <DateText moment={nextTryAt} time />
          </Fact>
        )}
      </dl>
      <p className="rounded-control bg-sunken p-4 text-table whitespace-pre-wrap" dir="auto">
        {text}
      </p>
    </div>
  )
}

const pending = 'border-pending-border bg-pending-soft text-pending'
const states: Readonly<Record<MailState, ComponentProps<typeof Pill>>> = {
  kept: { icon: Archive, look: 'border-input-border bg-sunken', word: 'Not sent (mail is off)' },
  waiting: { icon: Clock, look: pending, word: 'Waiting' },
  trying_again: { icon: RotateCw, look: pending, word: 'Retrying' },
  sent: { icon: CircleCheck, look: 'border-success-border bg-success-soft text-success', word: 'Sent' },
  given_up: { icon: CircleAlert, look: 'border-failed-border bg-failed-soft text-failed', word: 'Given up' },
}
