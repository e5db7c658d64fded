import { clsx } from 'clsx'

/** A box where content will stand, so that nothing moves when it comes. Give it that content's size. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden className={clsx('animate-breathe rounded-chip bg-hover', className)} />
}
