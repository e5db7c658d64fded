import { type HistoryOrder, historyOrders } from '@bank/contract/transactions/history-orders'
import { canonicalAmount, typedAmount } from '@bank/contract/typed-amount'
import { statuses } from '@bank/ledger/transaction-status'
import { SlidersHorizontal } from 'lucide-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/deferred-dialog.tsx'
import { Input } from '../ui/input.tsx'
import { Select } from '../ui/select.tsx'
import { filterErrors, ranges } from './filter-errors.ts'
import {
  type FilterName,
  filterNames,
  type HistoryFilter,
  type HistoryUrlState,
} from './history-url-state.ts'
import { PeriodPresets } from './period-presets.tsx'

type FiltersProps = {
  urlState: HistoryUrlState
  /** The bank's errors about filters, by name. */
  reasons: Partial<Record<string, string>>
}

/** The search and the periods in a line; the other filters and the order are in a sheet. */
export function HistoryFilters({ urlState, reasons }: FiltersProps) {
  const [sheet, setSheet] = useState(false)
  const typing = useTyping(urlState)
  const { q: _, ...others } = urlState.filter
  const count = Object.keys(others).length
  function closeSheet() {
    const wrong = sheetNames.find((name) => typing.errors[name] ?? reasons[name])
    setSheet(wrong !== undefined)
    if (wrong) document.getElementById(`history-${wrong}`)?.focus()
  }
  return (
    <search aria-label="Transactions" className="no-print flex flex-wrap items-end gap-x-4 gap-y-2">
      {/* The label may reach over the button beside the field. */}
      <div className="min-w-0 grow basis-52 [&_label]:w-max">
        <Input
          {...typing.control('q')}
          id="history-search"
          type="search"
          label="Search name, amount, date or note"
          placeholder="Search"
          autoComplete="off"
          maxLength={100}
          error={reasons.q}
        />
      </div>
      <Button look="secondary" onClick={() => setSheet(true)}>
        <SlidersHorizontal aria-hidden size={18} />
        {count > 0 ? `Filters (${count})` : 'Filters'}
      </Button>
      <div className="hidden md:block">
        <PeriodPresets urlState={urlState} />
      </div>
      <Dialog open={sheet} onClose={() => setSheet(false)} title="Filters" shape="sheet">
        <div className="grid gap-field">
          <FilterFields typing={typing} reasons={reasons} />
          <Select
            name="order"
            id="history-order"
            label="Order"
            value={urlState.order}
            onChange={({ target }) => urlState.sort(target.value)}
            options={historyOrders.map((value) => ({ value, label: orderNames[value] }))}
          />
        </div>
        <PeriodPresets urlState={urlState} />
        <Button wide onClick={closeSheet}>
          Show transactions
        </Button>
      </Dialog>
    </search>
  )
}

const orderNames: Record<HistoryOrder, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  largest: 'Largest amount first',
  smallest: 'Smallest amount first',
}

function FilterFields({
  typing,
  reasons,
}: {
  typing: ReturnType<typeof useTyping>
  reasons: FiltersProps['reasons']
}) {
  const field = (name: FilterName) => ({
    ...typing.control(name),
    id: `history-${name}`,
    error: typing.shownErrors[name] ?? reasons[name],
  })
  return (
    <>
      <Select
        {...field('type')}
        label="Type"
        placeholder="All"
        options={['credit', 'debit'].map((value) => ({ value, label: value }))}
      />
      <Select
        {...field('status')}
        label="Status"
        placeholder="All"
        options={statuses.map((value) => ({ value, label: value }))}
      />
      <Input {...field('from')} type="date" label="From" />
      <Input {...field('to')} type="date" label="To" />
      <Input {...field('minAmount')} label="Minimum amount" inputMode="decimal" autoComplete="off" />
      <Input {...field('maxAmount')} label="Maximum amount" inputMode="decimal" autoComplete="off" />
    </>
  )
}

// Long enough for the next key, short enough to feel immediate.
const pauseMilliseconds = 250
// A maximum is below the minimum while its first digits are typed.
const rangePauseMilliseconds = 1_000

const sheetNames = filterNames.filter((name) => name !== 'q')

/**
 * The values of the fields while they are typed. A complete one goes into the URL, which requests it. A wrong one stays in its field
 * with an error, and so does the other end of its range.
 */
function useTyping({ filter, isFiltered, choose }: HistoryUrlState) {
  const [typed, setTyped] = useState<HistoryFilter>({})
  const [showsErrors, setShowsErrors] = useState(false)
  const [shown, setShown] = useState({ filter, isFiltered })
  // What is typed goes when the URL has it: until then the field would show what was there before, and lose what is typed meanwhile.
  if (JSON.stringify(shown.filter) !== JSON.stringify(filter)) {
    setShown({ filter, isFiltered })
    const isApplied = (name: FilterName) => canonical(name, typed[name] ?? '') === (filter[name] ?? '')
    // Clearing the filters clears the fields.
    setTyped(isFiltered || !shown.isFiltered ? withoutNames(typed, filterNames.filter(isApplied)) : {})
  }
  const found = filterErrors({ ...filter, ...typed })
  const held = ranges
    .filter((range) => range.some((name) => found[name]) && range.some((name) => name in typed))
    .flat()
  const errors = Object.fromEntries(held.map((name) => [name, found[name]])) as HistoryFilter
  const isWrong = held.length > 0

  function apply() {
    setShowsErrors(isWrong)
    const names = (Object.keys(typed) as FilterName[]).filter((name) => !held.some((one) => one === name))
    if (names.length === 0) return
    const values = names.map((name) => [name, canonical(name, typed[name] ?? '')] as const)
    const changed = values.filter(([name, text]) => text !== (filter[name] ?? ''))
    const same = values.filter((value) => !changed.includes(value)).map(([name]) => name)
    if (same.length > 0) setTyped(withoutNames(typed, same))
    if (changed.length > 0) choose(Object.fromEntries(changed), true)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a key restarts the pause.
  useEffect(() => {
    const entries = Object.entries(typed)
    if (entries.length === 0 || !entries.every(([name, text]) => isComplete(name, text))) return
    const pause = setTimeout(apply, isWrong ? rangePauseMilliseconds : pauseMilliseconds)
    return () => clearTimeout(pause)
  }, [typed, isWrong])

  return {
    /** The errors of what is typed, by name. */
    errors,
    /** The same once the customer has paused or left the field. */
    shownErrors: showsErrors ? errors : {},
    control: (name: FilterName) => ({
      name,
      value: typed[name] ?? filter[name] ?? '',
      onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
      onBlur: apply,
      onKeyDown: ({ key }: KeyboardEvent) => key === 'Enter' && apply(),
    }),
  }
}

function withoutNames(typed: HistoryFilter, names: readonly FilterName[]): HistoryFilter {
  return Object.fromEntries(Object.entries(typed).filter(([name]) => !names.includes(name as FilterName)))
}

/** An amount is complete while it is one, a day when its year is plausible, any other text at once. */
function isComplete(name: string, text: string): boolean {
  if (text === '') return true
  if (name === 'from' || name === 'to') return /^(19|2\d)/.test(text)
  return !isAmount(name) || typedAmount(text) !== undefined
}

function canonical(name: string, text: string): string {
  return isAmount(name) ? canonicalAmount(text) : text.trim()
}

function isAmount(name: string): boolean {
  return name.endsWith('Amount')
}
