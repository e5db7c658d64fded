import { clsx } from 'clsx'

/** A placeholder for content that is loading. It has the size of the content, so that nothing moves. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden className={clsx('animate-breathe rounded-chip bg-hover', className)} />
}
