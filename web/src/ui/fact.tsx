import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** A name over its value, in a list of facts (`dl`). */
export function Fact({
  name,
  className,
  children,
}: {
  name: string
  className?: string
  children: ReactNode
}) {
  return (
    <div className={clsx('grid min-w-0 content-start gap-0.5', className)}>
      <dt className="text-caption text-muted-foreground">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}

/** The same above a rule, the value beside its name where there is room. */
export function FactLine({
  name,
  className,
  children,
}: {
  name: string
  className?: string
  children: ReactNode
}) {
  return (
    <div className={clsx('grid gap-x-4 border-b py-2 sm:grid-cols-[8rem_1fr]', className)}>
      <dt className="text-table text-muted-foreground">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}
