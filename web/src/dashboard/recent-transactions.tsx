import type { AccountView } from '@bank/contract/accounts/view'
import { Link, useNavigate } from 'react-router'
import { useLinkTo } from '../api/chosen-account.ts'
import { Loaded } from '../api/loaded.tsx'
import { FirstMoney } from '../transactions/first-money.tsx'
import { useNamedRows } from '../transactions/named-rows.ts'
import { TransactionTable } from '../transactions/transaction-table.tsx'
import { useTransactions } from '../transactions/use-transactions.ts'
import { Card } from '../ui/card.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** The latest 3 transactions of an account (§9). A row opens its details in the history. */
export function RecentTransactions({ account }: { account: AccountView }) {
  const linkTo = useLinkTo()
  return (
    <Card className="grid h-full content-start gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-h2">Recent Transactions</h2>
        <Link
          to={linkTo('transactions')}
          className="inline-flex min-h-target items-center text-label text-link underline"
        >
          All transactions
        </Link>
      </div>
      {/* As tall as three rows from the start: the chart is below. */}
      <div className="min-h-50 as-table:min-h-42">
        <Latest account={account} />
      </div>
    </Card>
  )
}

function Latest({ account }: { account: AccountView }) {
  const navigate = useNavigate()
  const linkTo = useLinkTo()
  const latest = useTransactions({ limit: 3 })
  const named = useNamedRows(latest.data?.transactions)
  const placeholder = (
    <div className="relative">
      <LoadingText />
      <div aria-hidden className="grid gap-4 pt-3">
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} className="h-6 w-full" />
        ))}
      </div>
    </div>
  )
  return (
    <Loaded query={latest} failure="Your transactions could not be loaded" placeholder={placeholder}>
      {({ transactions }) =>
        transactions.length === 0 ? (
          <FirstMoney account={account} />
        ) : (
          <TransactionTable
            caption="Recent Transactions"
            dayHeadings="never"
            transactions={named}
            firstRow={1}
            onOpen={({ transactionId }) => navigate(linkTo('transactions', { tx: transactionId }))}
          />
        )
      }
    </Loaded>
  )
}
