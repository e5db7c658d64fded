import { formatMoney } from '@bank/contract/format-money'
import type { Currency } from '@bank/ledger/currency'
import { parseAmount } from '@bank/ledger/money'
import { X } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { type FilterName, filterNames, type HistoryPlace } from './history-url-state.ts'

/** What the list is narrowed to, each with the way to take it away again. */
export function FilterChips({
  place,
  currency,
}: {
  place: HistoryPlace
  /** The account's; undefined while it is loaded. */
  currency: Currency | undefined
}) {
  if (!place.isFiltered) return null
  // What was pressed is gone afterwards; the search is always there.
  const goToSearch = () => document.getElementById('history-search')?.focus()
  return (
    <div className="no-print flex flex-wrap items-center gap-2">
      <ul aria-label="Filters" className="contents">
        {filterNames.map((name) => {
          const value = place.filter[name]
          if (!value) return null
          const text = `${labels[name]}: ${textOf(name, value, currency)}`
          return (
            <li key={name} className="min-w-0">
              <button
                type="button"
                aria-label={`Remove filter ${text}`}
                onClick={() => {
                  place.choose({ [name]: '' })
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
          place.clear()
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
  const day = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value)
  if ((name === 'from' || name === 'to') && day) return `${day[2]}/${day[3]}/${day[1]}`
  if (currency && name.endsWith('Amount') && 'minor' in parseAmount(value))
    return formatMoney(value, currency)
  return value
}
