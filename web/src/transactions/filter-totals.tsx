import { endpoints } from '@bank/contract/endpoints'
import type { HistoryTotals } from '@bank/contract/transactions/view'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useHistoryChoice } from '../api/chosen-account.ts'
import { fieldReasons } from '../api/problem.ts'
import { queryOf } from '../api/query-of.ts'
import { Amount } from '../ui/amount.tsx'
import type { HistoryFilter } from './history-url-state.ts'
import { historyKey } from './transactions.ts'

/**
 * What came in and went out in the rows of the filter, in each currency. What was moved between the customer's own accounts and pots
 * is neither, and named where there is some.
 */
export function FilterTotals({ filter, isInvalid }: { filter: HistoryFilter; isInvalid: boolean }) {
  const query = { account: useHistoryChoice(), ...(filter as object) }
  const { data, error, isError, isPlaceholderData } = useQuery({
    ...queryOf([...historyKey, 'totals'], endpoints.sumTransactions, { query }),
    placeholderData: keepPreviousData,
    enabled: !isInvalid,
  })
  // A refused filter is explained in the place of the rows.
  const isRefused = fieldReasons(error).length > 0
  return (
    <div
      role="status"
      aria-busy={isPlaceholderData || undefined}
      className="ms-auto grid min-h-target content-center text-table tabular aria-busy:opacity-60"
    >
      {isError && !isRefused && <p className="text-muted-foreground">The totals could not be loaded</p>}
      {!isInvalid && !isError && data?.totals.map((total) => <Total key={total.currency} {...total} />)}
    </div>
  )
}

function Total({ currency, moneyIn, moneyOut, moved }: HistoryTotals['totals'][number]) {
  const isIn = !moved.startsWith('-')
  return (
    <p className="flex flex-wrap gap-x-4 text-muted-foreground sm:justify-end">
      <span>
        Money in <Amount value={moneyIn} currency={currency} type="credit" className="font-semibold" />
      </span>
      <span>
        Money out <Amount value={moneyOut} currency={currency} type="debit" className="font-semibold" />
      </span>
      {/[1-9]/.test(moved) && (
        <span>
          Own money moved{' '}
          <Amount
            value={moved.replace('-', '')}
            currency={currency}
            type={isIn ? 'credit' : 'debit'}
            neutral
            className="font-semibold"
          />{' '}
          (not included)
        </span>
      )}
    </p>
  )
}
