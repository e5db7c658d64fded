import { messages } from '@bank/contract/messages'
import { Link } from 'react-router'
import { reasonOf } from '../api/problem.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { DateText } from '../ui/date-text.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { useHistoryPlace } from './history-place.ts'
import { TransactionTable } from './transaction-table.tsx'
import { useTransactions } from './transactions.ts'

/** `/transactions`: one's own history, 20 rows at a time. */
export function TransactionsPage() {
  return (
    <div className="grid gap-4">
      <PageHeading>Transaction History</PageHeading>
      <History />
    </div>
  )
}

function History() {
  const place = useHistoryPlace()
  const { data, error, isError, isPlaceholderData, dataUpdatedAt, refetch } = useTransactions({
    cursor: place.cursor,
    limit: 20,
  })

  if (isError && !data) {
    return (
      <>
        <LoadFailure
          title="Your transactions could not be loaded"
          reason={reasonOf(error)}
          onRetry={() => refetch()}
        />
        {place.cursor && (
          <Link to="/transactions" className="justify-self-start text-link underline">
            Go to the newest transactions
          </Link>
        )}
      </>
    )
  }
  if (data?.transactions.length === 0 && !place.cursor) {
    return (
      <Card>
        <EmptyState title={messages.transactions.none}>
          <p className="text-muted-foreground">What you send and receive will stand here.</p>
        </EmptyState>
      </Card>
    )
  }
  const next = data?.nextCursor
  return (
    <>
      {isError && (
        <Notice tone="pending">
          <p>
            Last updated <DateText moment={new Date(dataUpdatedAt).toISOString()} long />.
          </p>
          <Button look="quiet" onClick={() => refetch()} className="-ms-4">
            Try again
          </Button>
        </Notice>
      )}
      <Card>
        {!data && (
          <p role="status" className="sr-only">
            Loading
          </p>
        )}
        <TransactionTable
          caption="Transactions"
          transactions={data?.transactions}
          firstRow={data?.firstRow ?? 1}
          busy={isPlaceholderData}
        />
      </Card>
      {data && (
        <Pagination
          label="Transactions pages"
          firstRow={data.firstRow}
          rowCount={data.transactions.length}
          total={data.total}
          onPrevious={place.goBack}
          onNext={next ? () => place.goOn(next) : undefined}
        />
      )}
    </>
  )
}
