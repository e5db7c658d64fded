import { clsx } from 'clsx'
import { ChartColumn } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '../ui/card.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** A chart's title and the choice of its period, above the chart. */
export function ChartCard<Period extends { readonly name: string }>({
  title,
  periods,
  chosen,
  onChoose,
  children,
}: {
  title: string
  periods: readonly Period[]
  chosen: Period
  onChoose: (period: Period) => void
  children: ReactNode
}) {
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
              onClick={() => onChoose(period)}
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
      {children}
    </Card>
  )
}

/** The place of a chart while it is loading. */
export function ChartSkeleton() {
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
