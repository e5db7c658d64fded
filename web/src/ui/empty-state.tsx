import type { ReactNode } from 'react'

/** An empty list: why it is empty, and the next action. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-3 px-4 py-10 text-center">
      <p className="text-h3">{title}</p>
      {children}
    </div>
  )
}
