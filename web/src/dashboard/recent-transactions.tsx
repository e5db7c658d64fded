import { messages } from '@bank/contract/messages'
import { Link } from 'react-router'
import { useAccountPath } from '../accounts/account-in-url.ts'
import { LoadFailure } from '../api/load-failure.tsx'
import { useNamedRows } from '../transactions/named-rows.ts'
import { TransactionTable } from '../transactions/transaction-table.tsx'
import { useTransactions } from '../transactions/transactions.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** The latest 3 transactions (§9). */
export function RecentTransactions() {
  const path = useAccountPath()
  return (
    <Card className="grid h-full content-start gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-h2">Recent Transactions</h2>
        <Link
          to={path('/transactions')}
          className="inline-flex min-h-target items-center text-label text-link underline"
        >
          All transactions
        </Link>
      </div>
      {/* As tall as three rows from the start: the chart is below. */}
      <div className="min-h-50">
        <Latest />
      </div>
    </Card>
  )
}

function Latest() {
  const path = useAccountPath()
  const { data, error, refetch } = useTransactions({ limit: 3 })
  const named = useNamedRows(data?.transactions)
  if (!data) {
    if (error) {
      return (
        <LoadFailure title="Your transactions could not be loaded" error={error} onRetry={() => refetch()} />
      )
    }
    return (
      <div className="relative">
        <LoadingText />
        <div aria-hidden className="grid gap-4 pt-3">
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} className="h-6 w-full" />
          ))}
        </div>
      </div>
    )
  }
  if (data.transactions.length === 0) {
    return (
      <EmptyState title={messages.transactions.none}>
        <ButtonLink to={path('/transfer')} look="secondary">
          New transfer
        </ButtonLink>
      </EmptyState>
    )
  }
  return <TransactionTable caption="Recent Transactions" transactions={named} firstRow={1} />
}
