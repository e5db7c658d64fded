import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, Clock } from 'lucide-react'

/** A status as icon, word and colour: success is green, pending yellow, any other value red. */
export function StatusPill({ status }: { status: string }) {
  const { icon: Icon, look } = looks[status] ?? failed
  return (
    <span className={clsx(pillClass, look)}>
      <Icon aria-hidden size={14} />
      {status}
    </span>
  )
}

/** The shape of a word that stands out, such as a status. */
export const pillClass = 'inline-flex items-center gap-1 rounded-full border px-2 py-0.5 text-caption'

const failed = { icon: CircleAlert, look: 'border-failed-border bg-failed-soft text-failed' }
const looks: Record<string, typeof failed> = {
  success: { icon: CircleCheck, look: 'border-success-border bg-success-soft text-success' },
  pending: { icon: Clock, look: 'border-pending-border bg-pending-soft text-pending' },
}
