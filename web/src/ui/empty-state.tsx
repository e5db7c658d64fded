import type { ReactNode } from 'react'

/** An empty list: why it is empty, and the next action. */
export function EmptyState({
  title,
  padding = 'px-4 py-10',
  children,
}: {
  title: string
  padding?: string
  children?: ReactNode
}) {
  return (
    <div className={`grid justify-items-center gap-3 text-center ${padding}`}>
      <p className="text-h3">{title}</p>
      {children}
    </div>
  )
}
