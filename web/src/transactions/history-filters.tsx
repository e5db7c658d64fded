import { canonicalAmount } from '@bank/contract/rules/amount'
import { statuses } from '@bank/ledger/transaction-status'
import { SlidersHorizontal } from 'lucide-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Input } from '../ui/input.tsx'
import { Select } from '../ui/select.tsx'
import type { FilterName, HistoryFilter, HistoryUrlState } from './history-url-state.ts'
import { PeriodPresets } from './period-presets.tsx'

type FiltersProps = {
  urlState: HistoryUrlState
  /** The bank's errors about filters, by name. */
  reasons: Partial<Record<string, string>>
}

/** Search and filters in a row; on a phone the filters are in a sheet. */
export function HistoryFilters({ urlState, reasons }: FiltersProps) {
  const [sheet, setSheet] = useState(false)
  const typing = useTyping(urlState)
  const { q: _, ...others } = urlState.filter
  const count = Object.keys(others).length
  return (
    <search aria-label="Transactions" className="no-print grid gap-3">
      <div className="flex items-end gap-3">
        <div className="grow">
          <Input
            {...typing.control('q')}
            id="history-search"
            type="search"
            label="Search"
            placeholder="Search"
            autoComplete="off"
            maxLength={100}
            error={reasons.q}
          />
        </div>
        <Button look="secondary" onClick={() => setSheet(true)} className="md:hidden">
          <SlidersHorizontal aria-hidden size={18} />
          {count > 0 ? `Filters (${count})` : 'Filters'}
        </Button>
      </div>
      <div className="hidden grid-cols-3 items-start gap-3 md:grid xl:grid-cols-6">
        <FilterFields urlState={urlState} reasons={reasons} within="row" />
      </div>
      <div className="hidden md:block">
        <PeriodPresets urlState={urlState} />
      </div>
      <Dialog open={sheet} onClose={() => setSheet(false)} title="Filters" shape="sheet">
        <div className="grid gap-field">
          <FilterFields urlState={urlState} reasons={reasons} within="sheet" />
        </div>
        <PeriodPresets urlState={urlState} />
        <Button wide onClick={() => setSheet(false)}>
          Show transactions
        </Button>
      </Dialog>
    </search>
  )
}

function FilterFields({ urlState, reasons, within }: FiltersProps & { within: string }) {
  const typing = useTyping(urlState)
  const field = (name: FilterName) => ({
    ...typing.control(name),
    id: `history-${within}-${name}`,
    error: reasons[name],
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

/** The values of the fields while they are typed. A complete one goes into the URL, which requests it. */
function useTyping({ filter, choose }: HistoryUrlState) {
  const [typed, setTyped] = useState<HistoryFilter>({})

  function apply(values: HistoryFilter) {
    setTyped({})
    const canonicals = Object.entries(values).map(([name, text]) => [name, canonical(name, text)] as const)
    const changed = canonicals.filter(([name, text]) => text !== (filter[name as FilterName] ?? ''))
    if (changed.length > 0) choose(Object.fromEntries(changed), true)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a key restarts the pause.
  useEffect(() => {
    const entries = Object.entries(typed)
    if (entries.length === 0 || !entries.every(([name, text]) => isComplete(name, text))) return
    const pause = setTimeout(() => apply(typed), pauseMilliseconds)
    return () => clearTimeout(pause)
  }, [typed])

  return {
    control: (name: FilterName) => ({
      name,
      value: typed[name] ?? filter[name] ?? '',
      onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
      onBlur: () => apply(typed),
      onKeyDown: ({ key }: KeyboardEvent) => key === 'Enter' && apply(typed),
    }),
  }
}

/** An amount is complete when its field is left, a day when its year is plausible, any other text at once. */
function isComplete(name: string, text: string): boolean {
  if (text === '') return true
  if (name === 'from' || name === 'to') return /^(19|2\d)/.test(text)
  return name !== 'minAmount' && name !== 'maxAmount'
}

function canonical(name: string, text: string): string {
  return name.endsWith('Amount') ? canonicalAmount(text) : text.trim()
}
