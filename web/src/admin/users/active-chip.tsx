import { clsx } from 'clsx'
import { CircleCheck, Clock } from 'lucide-react'

/** Whether an account is active, as icon, word and colour. */
export function ActiveChip({ isActive }: { isActive: boolean }) {
  const Icon = isActive ? CircleCheck : Clock
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1 rounded-full border px-2 py-0.5 text-caption',
        isActive
          ? 'border-success-border bg-success-soft text-success'
          : 'border-pending-border bg-pending-soft text-pending',
      )}
    >
      <Icon aria-hidden size={14} />
      {isActive ? 'Active' : 'Inactive'}
    </span>
  )
}
