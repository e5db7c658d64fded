import { endpoints } from '@bank/contract/endpoints'
import { linkTo, pages } from '@bank/contract/pages'
import { supportMessageStates } from '@bank/contract/support/states'
import type { SupportMessageView } from '@bank/contract/support/view'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryOf } from '../../api/query-of.ts'
import type { Column } from '../../ui/data-table.tsx'
import { DateText } from '../../ui/date-text.tsx'
import { Fact } from '../../ui/fact.tsx'
import { useListUrlState } from '../../ui/list-url-state.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Select } from '../../ui/select.tsx'
import { RecordList } from '../record-list.tsx'
import { MessageAnswers } from './message-answers.tsx'

/** `/admin/support-messages`: messages of customers and visitors to the bank. */
export function SupportMessagesPage() {
  const urlState = useSupportMessagesUrlState()
  const { cursor, shown } = urlState
  const state = shown === 'all' ? undefined : shown
  const list = useQuery({
    ...queryOf(['admin', 'support-messages'], endpoints.listSupportMessages, { query: { state, cursor } }),
    placeholderData: keepPreviousData,
    refetchInterval: 20_000,
  })
  return (
    <div className="grid gap-4">
      <PageHeading>{pages.supportMessages.title}</PageHeading>
      <p className="max-w-prose text-muted-foreground">
        Messages to the bank, newest first. An answer is mailed to the sender and stays with the message. The
        address is verified only if the sender was logged in.
      </p>
      <div className="max-w-72">
        <Select
          name="state"
          id="message-state"
          label="Show"
          options={shownMessages.map((value) => ({ value, label: optionNames[value] }))}
          value={shown}
          onChange={({ target }) => urlState.show(target.value)}
        />
      </div>
      <RecordList
        caption="Support messages"
        urlState={urlState}
        query={list}
        rows={list.data?.messages}
        nextCursor={list.data?.nextCursor}
        columns={columns}
        nameOf={({ subject, email }) => `Message, ${subject}, from ${email}`}
        empty={emptyTexts[shown]}
        title="Support message"
        details={(message) => <SupportMessage message={message} onMarked={urlState.close} />}
      />
    </div>
  )
}

const optionNames = { open: 'Open', answered: 'Answered', all: 'All messages' } as const
const emptyTexts = {
  open: 'No open messages',
  answered: 'No answered messages',
  all: 'No messages yet',
} as const

const columns: readonly Column<SupportMessageView>[] = [
  { header: 'When', phone: 'detail', cell: ({ createdAt }) => <DateText moment={createdAt} time /> },
  {
    header: 'Subject',
    phone: 'title',
    cell: ({ subject }) => <bdi className="line-clamp-1 w-fit break-all">{subject}</bdi>,
  },
  {
    header: 'From',
    importance: 2,
    cell: ({ email }) => <bdi className="line-clamp-1 w-fit max-w-72 break-all">{email}</bdi>,
  },
  {
    header: 'Reference',
    importance: 3,
    cell: ({ reference }) => <bdi className="whitespace-nowrap">{reference}</bdi>,
  },
  {
    header: 'State',
    phone: 'aside',
    cell: ({ answeredAt, owner }) => (
      <>
        {answeredAt ? 'Answered' : owner ? 'Taken' : 'Open'}
        {owner && (
          <>
            {' '}
            by <bdi>{owner.name}</bdi>
          </>
        )}
      </>
    ),
  },
]

function SupportMessage({ message, onMarked }: { message: SupportMessageView; onMarked: () => void }) {
  const { subject, email, user, addressOwner, reference, transactionId, createdAt, answeredAt } = message
  return (
    <div className="grid gap-field">
      <h3 className="text-h3">
        <bdi>{subject}</bdi>
      </h3>
      <p className="whitespace-pre-wrap" dir="auto">
        {message.message}
      </p>
      <dl className="grid gap-3 text-table">
        <Fact name="From">
          <bdi>{email}</bdi>
        </Fact>
        <Fact name="Logged in as">
          {user ? (
            <Link to={linkTo('user', { id: user.id })} className="link-alone">
              <bdi>{user.name}</bdi>
            </Link>
          ) : (
            'Not logged in'
          )}
        </Fact>
        {addressOwner && (
          <Fact name="The address belongs to">
            <Link to={linkTo('user', { id: addressOwner.id })} className="link-alone">
              <bdi>{addressOwner.name}</bdi>
            </Link>{' '}
            (not verified: anybody can type it)
          </Fact>
        )}
        {transactionId && (
          <Fact name="About transaction">
            <bdi className="tabular">{transactionId}</bdi>
          </Fact>
        )}
        <Fact name="Reference">
          <bdi className="tabular">{reference}</bdi>
        </Fact>
        <Fact name="Received">
          <DateText moment={createdAt} time />
        </Fact>
        {answeredAt && (
          <Fact name="Answered">
            <DateText moment={answeredAt} time />
          </Fact>
        )}
      </dl>
      <MessageAnswers key={message.id} message={message} onDone={onMarked} />
    </div>
  )
}

/** What the list of messages shows. */
const shownMessages = [...supportMessageStates, 'all'] as const

/** The page, the shown state and the open message of the list of messages, in the URL. Open messages need no parameter. */
function useSupportMessagesUrlState() {
  const list = useListUrlState()
  return {
    ...list,
    shown: shownMessages.find((one) => one === list.params.get('state')) ?? 'open',
    show: (shown: string) => list.go({ state: shown === 'open' ? null : shown, cursor: null, open: null }),
  }
}
