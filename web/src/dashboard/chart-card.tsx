import { keepPreviousData } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ChartColumn } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type AccountChoice, useAccountQuery } from '../api/chosen-account.ts'
import { Loaded } from '../api/loaded.tsx'
import { historyKey } from '../transactions/transactions.ts'
import { Card } from '../ui/card.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/**
 * A chart with its title, the choice of its period, which begins with `first`, and a note on what it leaves out. `read` reads what it shows of
 * an account.
 */
export function ChartCard<Period extends { readonly name: string }, View>({
  title,
  periods,
  first,
  note,
  failure,
  read,
  children,
}: {
  title: string
  periods: readonly Period[]
  first: Period
  note: string | false
  failure: string
  read: (period: Period, account: AccountChoice, signal: AbortSignal) => Promise<View>
  children: (view: View, period: Period) => ReactNode
}) {
  const [chosen, choose] = useState(first)
  const query = useAccountQuery((account) => ({
    queryKey: [...historyKey, title, account, chosen.name],
    // With its period: the chart of the previous period is shown while another is loading.
    queryFn: async ({ signal }) => ({ period: chosen, view: await read(chosen, account, signal) }),
    placeholderData: keepPreviousData,
  }))
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-h2">{title}</h2>
        <fieldset className="flex flex-wrap gap-1 max-sm:-ms-2">
          <legend className="sr-only">Period of “{title}”</legend>
          {periods.map((period) => (
            <button
              key={period.name}
              type="button"
              aria-pressed={period === chosen}
              onClick={() => choose(period)}
              className={clsx(
                'min-h-target rounded-control px-2 text-label sm:px-3',
                period === chosen
                  ? 'bg-primary-soft text-primary-soft-foreground'
                  : 'text-link hover:bg-hover',
              )}
            >
              {period.name}
            </button>
          ))}
        </fieldset>
      </div>
      <Loaded query={query} failure={failure} placeholder={<ChartSkeleton />}>
        {({ view, period }) => children(view, period)}
      </Loaded>
      {note && <p className="text-caption text-muted-foreground">{note}</p>}
    </Card>
  )
}

/** The place of a chart while it is loading. */
function ChartSkeleton() {
  return (
    <div className="relative min-h-72">
      <LoadingText />
      <Skeleton className="h-72 w-full" />
    </div>
  )
}

/** The empty state, as tall as the chart, so that nothing below it moves. */
export function NoChart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid min-h-72 place-content-center justify-items-center gap-2 text-center">
      <span className="inline-flex size-12 items-center justify-center rounded-full bg-primary-soft text-primary-soft-foreground">
        <ChartColumn aria-hidden size={24} />
      </span>
      <h3 className="text-h3">{title}</h3>
      <p className="max-w-prose text-muted-foreground">{children}</p>
    </div>
  )
}
