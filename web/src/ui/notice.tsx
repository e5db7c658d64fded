import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import type { ReactNode } from 'react'

/** A message that stays on the page and says what to do, where a toast goes after four seconds. */
export function Notice({
  tone,
  isSaid = false,
  children,
}: {
  tone: 'failed' | 'pending' | 'success'
  /** Something else on the page has announced it. */
  isSaid?: boolean
  children: ReactNode
}) {
  const { icon: Icon, look } = tones[tone]
  return (
    <div
      // A failure interrupts the screen reader; any other message waits.
      role={isSaid ? undefined : tone === 'failed' ? 'alert' : 'status'}
      className={clsx('flex items-start gap-2.5 rounded-card border p-4 text-table', look)}
    >
      <Icon aria-hidden size={20} className="mt-px shrink-0" />
      <div className="min-w-0">{children}</div>
    </div>
  )
}

const tones = {
  failed: { icon: CircleAlert, look: 'border-failed-border bg-failed-soft text-failed' },
  pending: { icon: Info, look: 'border-pending-border bg-pending-soft text-pending' },
  success: { icon: CircleCheck, look: 'border-success-border bg-success-soft text-success' },
}
