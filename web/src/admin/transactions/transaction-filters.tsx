import { ages } from '@bank/contract/admin/transactions/form'
import { kindTexts } from '@bank/contract/transactions/description-texts'
import { kindNames } from '@bank/ledger/kinds'
import { statuses } from '@bank/ledger/transaction-status'
import { clsx } from 'clsx'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { useFilterForm } from '../use-filter-form.ts'
import { type TransactionsUrlState, transactionFilterNames } from './transactions-url-state.ts'

/** The filters of the transactions of all customers. The button applies them; the fields follow the URL. */
export function TransactionFilters({
  urlState,
  reasons,
}: {
  urlState: TransactionsUrlState
  /** The bank's errors about filters, by name. */
  reasons: Partial<Record<string, string>>
}) {
  const { filter } = urlState
  const { q: _, status: __, ...further } = filter
  const furtherCount = Object.keys(further).length
  const [isOpen, setOpen] = useState(furtherCount > 0)
  const { form, field, day } = useFilterForm('transactions', transactionFilterNames, urlState, reasons)
  return (
    <search aria-label="Transactions">
      <form key={JSON.stringify(filter)} {...form} className="grid gap-3">
        <div className="grid items-end gap-3 min-[24rem]:grid-cols-2 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto_auto]">
          <div className="min-[24rem]:col-span-2 lg:col-span-1">
            <Input
              {...field('q')}
              type="search"
              label="Payee, reference or transaction ID"
              placeholder="Search"
              autoComplete="off"
              maxLength={100}
            />
          </div>
          <Select
            {...field('status')}
            label="Status"
            placeholder="All"
            options={statuses.map((value) => ({ value, label: value }))}
          />
          <Button look="secondary" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <SlidersHorizontal aria-hidden size={18} />
            {furtherCount > 0 ? `Filters (${furtherCount})` : 'Filters'}
          </Button>
          <Button type="submit" className="min-[24rem]:col-span-2 lg:col-span-1">
            Show transactions
          </Button>
        </div>
        <div
          className={clsx(
            'items-start gap-3 min-[24rem]:grid-cols-2 md:grid-cols-3 xl:grid-cols-6',
            isOpen ? 'grid' : 'hidden',
          )}
        >
          <Select
            {...field('kind')}
            label="Kind"
            placeholder="All"
            options={kindNames.map((value) => ({ value, label: kindTexts[value].label }))}
          />
          <Select
            {...field('age')}
            label="Age"
            placeholder="Any"
            options={ages.map((value) => ({
              value,
              label: value === '1' ? '1 day or more' : `${value} days or more`,
            }))}
          />
          <Input {...day('from')} label="From" />
          <Input {...day('to')} label="To" />
          <Input {...field('minAmount')} label="Minimum amount" inputMode="decimal" autoComplete="off" />
          <Input {...field('maxAmount')} label="Maximum amount" inputMode="decimal" autoComplete="off" />
        </div>
        {urlState.isFiltered && (
          <Button look="quiet" onClick={() => urlState.choose({})} className="-ms-4 justify-self-start">
            Clear filters
          </Button>
        )}
      </form>
    </search>
  )
}
