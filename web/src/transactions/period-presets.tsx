import { clsx } from 'clsx'
import { bankToday } from '../api/bank-today.ts'
import type { HistoryUrlState } from './history-url-state.ts'

/** Common periods, of which one is chosen; a second press removes it. */
export function PeriodPresets({ urlState: { filter, choose } }: { urlState: HistoryUrlState }) {
  return (
    <fieldset className="flex shrink-0 flex-wrap gap-px overflow-hidden rounded-control border border-input-border bg-input-border">
      <legend className="sr-only">Period</legend>
      {Object.entries(periodsOn(bankToday())).map(([name, period]) => {
        const isChosen = filter.from === period.from && filter.to === period.to
        return (
          <button
            key={name}
            type="button"
            aria-pressed={isChosen}
            onClick={() => choose(isChosen ? { from: '', to: '' } : period)}
            className={clsx(
              'min-h-target grow px-3 text-label -outline-offset-2',
              isChosen ? 'bg-primary-soft text-primary-soft-foreground' : 'bg-card hover:bg-hover',
            )}
          >
            {name}
          </button>
        )
      })}
    </fieldset>
  )
}

/** The first and the last day of each period, on a day of the bank (`YYYY-MM-DD`). */
function periodsOn(today: string): Record<string, { from: string; to: string }> {
  const [year, month, date] = today.split('-').map(Number) as [number, number, number]
  const day = (...at: [number, number, number]) => new Date(Date.UTC(...at)).toISOString().slice(0, 10)
  return {
    'This month': { from: day(year, month - 1, 1), to: day(year, month, 0) },
    'Last month': { from: day(year, month - 2, 1), to: day(year, month - 1, 0) },
    'Last 30 days': { from: day(year, month - 1, date - 29), to: today },
    'This year': { from: day(year, 0, 1), to: day(year, 11, 31) },
  }
}
