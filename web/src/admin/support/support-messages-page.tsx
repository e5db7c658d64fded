import { endpoints } from '@bank/contract/endpoints'
import { pages } from '@bank/contract/pages'
import type { SupportMessageView } from '@bank/contract/support/view'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import type { Column } from '../../ui/data-table.tsx'
import { DateText } from '../../ui/date-text.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Fact, RecordList } from '../record-list.tsx'
import { useRecordListUrlState } from '../record-list-url-state.ts'

/** `/admin/support-messages`: messages of customers and visitors to the bank. */
export function SupportMessagesPage() {
  const urlState = useRecordListUrlState()
  const { cursor } = urlState
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['admin', 'support-messages', cursor],
    queryFn: ({ signal }) => call(endpoints.listSupportMessages, { query: { cursor }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 20_000,
  })
  return (
    <div className="grid gap-4">
      <PageHeading>{pages.supportMessages.title}</PageHeading>
      <p className="max-w-prose text-muted-foreground">
        Messages to the bank, newest first. Answer by email. The address is verified only if the sender was
        signed in.
      </p>
      <RecordList
        caption="Support messages"
        urlState={urlState}
        page={{
          rows: data?.messages,
          nextCursor: data?.nextCursor,
          error,
          busy: isPlaceholderData,
          onRetry: () => void refetch(),
        }}
        columns={columns}
        nameOf={({ subject, email }) => `Message, ${subject}, from ${email}`}
        empty="No messages yet"
        title="Support message"
        details={(message) => <SupportMessage message={message} />}
      />
    </div>
  )
}

const columns: readonly Column<SupportMessageView>[] = [
  { header: 'When', phone: 'detail', cell: ({ createdAt }) => <DateText moment={createdAt} time /> },
  {
    header: 'Subject',
    phone: 'title',
    cell: ({ subject }) => <bdi className="line-clamp-1 w-fit break-all">{subject}</bdi>,
  },
  {
    header: 'From',
    phone: 'unseen',
    isSpare: true,
    cell: ({ email }) => <bdi className="line-clamp-1 w-fit max-w-72 break-all">{email}</bdi>,
  },
  {
    header: 'Reference',
    phone: 'aside',
    cell: ({ reference }) => <bdi className="whitespace-nowrap">{reference}</bdi>,
  },
]

function SupportMessage({ message }: { message: SupportMessageView }) {
  const { subject, email, user, reference, transactionId, createdAt } = message
  const answer = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject} (${reference})`)}`
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
          <a href={answer} className="link-alone">
            <bdi>{email}</bdi>
          </a>
        </Fact>
        <Fact name="Signed in as">
          {user ? (
            <Link to={`/admin/users/${user.id}`} className="link-alone">
              <bdi>{user.name}</bdi>
            </Link>
          ) : (
            'Not signed in'
          )}
        </Fact>
        {transactionId && (
          <Fact name="About transaction">
            <bdi className="tabular">{transactionId}</bdi>
          </Fact>
        )}
        <Fact name="Reference">
          <bdi className="tabular">{reference}</bdi>
        </Fact>
        <Fact name="Received">
          <DateText moment={createdAt} long />
        </Fact>
      </dl>
    </div>
  )
}
