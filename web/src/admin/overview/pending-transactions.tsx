import type { OverviewView } from '@bank/contract/admin/overview/view'
import { linkTo } from '@bank/contract/pages'
import { Amount } from '../../ui/amount.tsx'
import { DateText } from '../../ui/date-text.tsx'
import { durationText } from './duration-text.ts'
import { Amounts, countText, OverviewCard, Row, Rows } from './overview-card.tsx'

const transactions = ['transaction', 'transactions', '10,000'] as const

/** What is pending: the sum of each currency, and the oldest transactions, whose status is set on the page of all transactions. */
export function PendingTransactions({
  pending: { count, sums, oldest },
  now,
}: {
  pending: OverviewView['pendingTransactions']
  now: number
}) {
  return (
    <OverviewCard
      title="Pending transactions"
      link={{
        to: linkTo('allTransactions', { status: 'pending', order: 'oldest' }),
        label: 'All pending transactions',
      }}
    >
      <Amounts>
        {count === 0 ? 'No transaction is pending' : `${countText(count, ...transactions)} pending`}
      </Amounts>
      {sums.length > 0 && (
        <dl className="grid gap-1 rounded-control bg-sunken p-3 text-table">
          {sums.map((sum) => (
            <div key={sum.currency} className="flex flex-wrap justify-between gap-x-3">
              <dt>
                {sum.currency}
                {sum.count !== null && (
                  <span className="text-muted-foreground">, {countText(sum.count, ...transactions)}</span>
                )}
              </dt>
              <dd className="ms-auto">
                <Amount
                  value={sum.amount}
                  currency={sum.currency}
                  className="font-semibold whitespace-nowrap"
                />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {count === null && (
        <p className="text-caption text-muted-foreground">There are too many to find the oldest.</p>
      )}
      {oldest.length > 0 && (
        <Rows label="Oldest pending transactions">
          {oldest.map(({ id, user, amount, currency, createdAt }) => (
            <Row
              key={id}
              to={linkTo('allTransactions', { status: 'pending', order: 'oldest', open: id })}
              name={user.name}
              detail={<DateText moment={createdAt} time />}
              figure={
                <>
                  <Amount value={amount} currency={currency} className="wrap-anywhere" />
                  <span className="text-caption text-muted-foreground">
                    {durationText(now - Date.parse(createdAt))} ago
                  </span>
                </>
              }
            />
          ))}
        </Rows>
      )}
    </OverviewCard>
  )
}
