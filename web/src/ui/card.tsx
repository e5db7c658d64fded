import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

/** A surface for one topic. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={clsx('rounded-card border bg-card p-card shadow-xs', className)} />
}
