import { endpoints } from '@bank/contract/endpoints'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/query-of.ts'
import { Amount } from '../../ui/amount.tsx'
import { DateText } from '../../ui/date-text.tsx'

/** The limits that staff have set for a customer, the last ones first. Nothing without one. */
export function CustomerLimitsHistory({ userId }: { userId: string }) {
  const { data } = useQuery(
    queryOf(['admin', 'customer-limits'], endpoints.listCustomerLimits, { params: { id: userId } }),
  )
  if (!data || data.limits.length === 0) return null
  return (
    <details className="text-table">
      <summary className="min-h-target cursor-pointer py-2.5">Limits that staff have set</summary>
      <ul className="grid gap-2">
        {data.limits.map(({ id, currency, day, month, until, reason, setBy, setAt }) => (
          <li key={id} className="wrap-anywhere border-t pt-2">
            <p>
              {currency}:{' '}
              {until === null ? (
                'the bank’s'
              ) : (
                <>
                  {day && (
                    <>
                      <Amount value={day} currency={currency} /> per day{month && ', '}
                    </>
                  )}
                  {month && (
                    <>
                      <Amount value={month} currency={currency} /> per month
                    </>
                  )}
                  , until <DateText moment={until} />
                </>
              )}
            </p>
            <p className="text-caption text-muted-foreground">
              <bdi>{reason}</bdi>, <bdi>{setBy}</bdi>, <DateText moment={setAt} time />
            </p>
          </li>
        ))}
      </ul>
    </details>
  )
}
