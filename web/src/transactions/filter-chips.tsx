import { dayText } from '@bank/contract/date-text'
import { formatMoney } from '@bank/contract/format-money'
import { isRealDay } from '@bank/contract/real-day'
import type { Currency } from '@bank/ledger/currency'
import { parseAmount } from '@bank/ledger/money'
import { X } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { type FilterName, filterNames, type HistoryUrlState } from './history-url-state.ts'

/** The active filters, each with a button that removes it. */
export function FilterChips({
  urlState,
  currency,
}: {
  urlState: HistoryUrlState
  /** The account's currency; undefined while it is loading. */
  currency: Currency | undefined
}) {
  // The pressed button disappears with its filter: the search field takes the focus.
  const goToSearch = () => document.getElementById('history-search')?.focus()
  return (
    <div className="no-print flex flex-wrap items-center gap-2">
      <ul aria-label="Filters" className="contents">
        {filterNames.map((name) => {
          const value = urlState.filter[name]
          if (!value) return null
          const text = `${labels[name]}: ${textOf(name, value, currency)}`
          return (
            <li key={name} className="min-w-0">
              <button
                type="button"
                aria-label={`Remove filter ${text}`}
                onClick={() => {
                  urlState.choose({ [name]: '' })
                  goToSearch()
                }}
                className="inline-flex min-h-target max-w-full items-center gap-1 rounded-full border bg-card px-3 text-table hover:bg-hover"
              >
                <bdi className="truncate">{text}</bdi>
                <X aria-hidden size={16} className="shrink-0" />
              </button>
            </li>
          )
        })}
      </ul>
      <Button
        look="quiet"
        onClick={() => {
          urlState.clear()
          goToSearch()
        }}
      >
        Clear filters
      </Button>
    </div>
  )
}

const labels: Record<FilterName, string> = {
  q: 'Search',
  type: 'Type',
  status: 'Status',
  from: 'From',
  to: 'To',
  minAmount: 'At least',
  maxAmount: 'At most',
}

function textOf(name: FilterName, value: string, currency: Currency | undefined): string {
  if ((name === 'from' || name === 'to') && isRealDay(value)) return dayText(value, 'short')
  if (currency && name.endsWith('Amount') && 'minor' in parseAmount(value))
    return formatMoney(value, currency)
  return value
}
