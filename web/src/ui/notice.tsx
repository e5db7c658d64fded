import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import type { ReactNode } from 'react'

/** A message that stays on the page. */
export function Notice({
  tone,
  isAnnounced = false,
  children,
}: {
  tone: 'failed' | 'pending' | 'success'
  /** Another element has announced it to screen readers. */
  isAnnounced?: boolean
  children: ReactNode
}) {
  const { icon: Icon, look } = tones[tone]
  return (
    <div
      // A failure interrupts the screen reader; any other message waits.
      role={isAnnounced ? undefined : tone === 'failed' ? 'alert' : 'status'}
      className={clsx('flex items-start gap-2.5 rounded-card border p-4 text-table', look)}
    >
      <Icon aria-hidden size={20} className="mt-px shrink-0" />
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </div>
  )
}

const tones = {
  failed: { icon: CircleAlert, look: 'border-failed-border bg-failed-soft text-failed' },
  pending: { icon: Info, look: 'border-pending-border bg-pending-soft text-pending' },
  success: { icon: CircleCheck, look: 'border-success-border bg-success-soft text-success' },
}
