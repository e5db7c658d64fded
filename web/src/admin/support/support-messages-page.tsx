import { endpoints } from '@bank/contract/endpoints'
import { linkTo, pages } from '@bank/contract/pages'
import { caseLists } from '@bank/contract/support/states'
import type { ListedCase } from '@bank/contract/support/view'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { queryOf } from '../../api/query-of.ts'
import type { Column } from '../../ui/data-table.tsx'
import { DateText } from '../../ui/date-text.tsx'
import { useListUrlState } from '../../ui/list-url-state.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Select } from '../../ui/select.tsx'
import { RecordList } from '../record-list.tsx'
import { CaseStateText, DueText } from './case-state.tsx'

/** `/admin/support-messages`: messages of customers and visitors to the bank, those that are due by their deadlines. */
export function SupportMessagesPage() {
  const urlState = useSupportMessagesUrlState()
  const navigate = useNavigate()
  const { cursor, shown } = urlState
  const list = useQuery({
    ...queryOf(['admin', 'support-messages'], endpoints.listCases, {
      query: { list: shown === 'all' ? undefined : shown, cursor },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: 20_000,
  })
  return (
    <div className="grid gap-4">
      <PageHeading>{pages.supportMessages.title}</PageHeading>
      <p className="max-w-prose text-muted-foreground">
        Messages to the bank. An answer is mailed to the sender and stays with the message. The address is
        verified only if the sender was logged in.
      </p>
      <div className="max-w-72">
        <Select
          name="list"
          id="message-list"
          label="Show"
          options={shownLists.map((value) => ({ value, label: optionNames[value] }))}
          value={shown}
          onChange={({ target }) => urlState.show(target.value)}
        />
      </div>
      <RecordList
        caption="Support messages"
        urlState={urlState}
        query={list}
        rows={list.data?.cases}
        nextCursor={list.data?.nextCursor}
        columns={columns}
        nameOf={({ subject, email }) => `Message, ${subject}, from ${email}`}
        empty={emptyTexts[shown]}
        onOpen={(id) => navigate(linkTo('supportMessage', { id }))}
        turns={shown === 'due' ? ['Due earlier', 'Due later'] : undefined}
      />
    </div>
  )
}

const optionNames = {
  due: 'To answer, by deadline',
  waiting: 'Waiting for the customer',
  closed: 'Closed',
  all: 'All messages',
} as const
const emptyTexts = {
  due: 'No message to answer',
  waiting: 'No message waits for a customer',
  closed: 'No closed messages',
  all: 'No messages yet',
} as const

const columns: readonly Column<ListedCase>[] = [
  {
    header: 'Answer by',
    phone: 'detail',
    cell: ({ dueAt }) =>
      dueAt ? <DueText dueAt={dueAt} /> : <span className="sr-only">Nothing is due</span>,
  },
  {
    header: 'Subject',
    phone: 'title',
    cell: ({ subject }) => <bdi className="line-clamp-2 w-fit wrap-anywhere">{subject}</bdi>,
  },
  {
    header: 'From',
    importance: 2,
    cell: ({ email }) => <bdi className="line-clamp-2 w-fit max-w-72 wrap-anywhere">{email}</bdi>,
  },
  {
    header: 'Received',
    importance: 3,
    cell: ({ createdAt }) => <DateText moment={createdAt} time />,
  },
  {
    header: 'State',
    phone: 'aside',
    cell: (one) => <CaseStateText one={one} />,
  },
]

/** What the list of messages shows. */
const shownLists = [...caseLists, 'all'] as const

/** The page and the shown list, in the URL. What is due needs no parameter. */
function useSupportMessagesUrlState() {
  const list = useListUrlState()
  return {
    ...list,
    shown: shownLists.find((one) => one === list.params.get('list')) ?? 'due',
    show: (shown: string) => list.go({ list: shown === 'due' ? null : shown, cursor: null }),
  }
}
