import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** A name over its value, in a list of facts (`dl`). */
export const Fact = factIn('grid min-w-0 content-start gap-0.5', 'text-caption text-muted-foreground')

/** The same above a rule, the value beside its name where there is room. */
export const FactLine = factIn(
  'grid gap-x-4 border-b py-2 sm:grid-cols-[8rem_1fr]',
  'text-table text-muted-foreground',
)

function factIn(box: string, term: string) {
  return ({ name, className, children }: { name: string; className?: string; children: ReactNode }) => (
    <div className={clsx(box, className)}>
      <dt className={term}>{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}
