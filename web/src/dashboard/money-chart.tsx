import { endpoints } from '@bank/contract/endpoints'
import { formatMoney } from '@bank/contract/format-money'
import type { MonthlyFlows } from '@bank/contract/monthly-flows-view'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { reasonOf } from '../api/problem.ts'
import { Card } from '../ui/card.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { MoneyBars } from './money-bars.tsx'
import { MonthTable } from './month-table.tsx'

const periods = [6, 12]

/** What came in and went out in the last months: drawn, said in a sentence, and as a table. */
export function MoneyChart() {
  const [months, setMonths] = useState(periods[0]!)
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-h2">Money in and out</h2>
        <fieldset className="flex gap-1">
          <legend className="sr-only">Period</legend>
          {periods.map((period) => (
            <button
              key={period}
              type="button"
              aria-pressed={period === months}
              onClick={() => setMonths(period)}
              className={clsx(
                'min-h-target rounded-control px-3 text-label',
                period === months
                  ? 'bg-primary-soft text-primary-soft-foreground'
                  : 'text-link hover:bg-hover',
              )}
            >
              {period} months
            </button>
          ))}
        </fieldset>
      </div>
      <Flows months={months} />
    </Card>
  )
}

function Flows({ months }: { months: number }) {
  const { data, error, refetch } = useQuery({
    // Under the history's key, so that it is asked for again whenever money has moved.
    queryKey: ['transactions', 'by month', months],
    queryFn: ({ signal }) => call(endpoints.listMonthlyFlows, { query: { months }, signal }),
    placeholderData: keepPreviousData,
  })
  if (data) return <Drawn flows={data} />
  if (error) {
    return (
      <LoadFailure
        title="Your months could not be loaded"
        reason={reasonOf(error)}
        onRetry={() => refetch()}
      />
    )
  }
  return (
    <div className="relative min-h-72">
      <LoadingText />
      <Skeleton className="h-72 w-full" />
    </div>
  )
}

function Drawn({ flows: { months, currency } }: { flows: MonthlyFlows }) {
  // A young account is drawn from its first month on; a single month would be a chart of one point.
  const first = months.findIndex(({ moneyIn, moneyOut }) => !isZero(moneyIn) || !isZero(moneyOut))
  const points = first < 0 ? [] : months.slice(first)
  if (points.length === 0) return <p>No money has moved in the last {months.length} months.</p>
  const sentence = `In the last ${months.length} months ${formatMoney(sumOf(months, 'moneyIn'), currency)} came in and ${formatMoney(sumOf(months, 'moneyOut'), currency)} went out. Transfers that were returned are not counted.`
  if (points.length === 1) return <p>{sentence} From next month on, your months are drawn here.</p>
  return (
    <figure className="grid gap-3">
      <figcaption>{sentence}</figcaption>
      {/* Another period begins again with its latest month. */}
      <MoneyBars key={points.length} months={points} currency={currency} />
      <MonthTable months={points} currency={currency} />
    </figure>
  )
}

function isZero(decimal: string): boolean {
  return /^0*\.?0*$/.test(decimal)
}

/** A decimal string: whole cents are added up, never rounded. */
function sumOf(months: MonthlyFlows['months'], side: 'moneyIn' | 'moneyOut'): string {
  const cents = months.reduce((sum, month) => sum + BigInt(month[side].replace('.', '')), 0n)
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
