import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, Clock, type LucideIcon } from 'lucide-react'

/** A word that stands out, such as a state, with its icon and colour. */
export function Pill({ icon: Icon, look, word }: { icon: LucideIcon; look: string; word: string }) {
  return (
    <span className={clsx(pillClass, look)}>
      <Icon aria-hidden size={14} />
      {word}
    </span>
  )
}

const pillClass =
  'inline-flex items-center gap-1 whitespace-nowrap rounded-full border px-2 py-0.5 text-caption'

/** Makes a pill narrower in a column of a narrow table. */
export const narrowPill = 'as-table:in-medium:px-1'

/** A status as icon, word and colour: success is green, pending yellow, any other value red. */
export function StatusPill({ status }: { status: string }) {
  const { icon, look } = looks[status] ?? failed
  return <Pill icon={icon} look={clsx(look, narrowPill)} word={status} />
}

const failed = { icon: CircleAlert, look: 'border-failed-border bg-failed-soft text-failed' }
const looks: Record<string, typeof failed> = {
  success: { icon: CircleCheck, look: '-mx-2 border-transparent text-success as-table:in-medium:-mx-1' },
  pending: { icon: Clock, look: 'border-pending-border bg-pending-soft text-pending' },
}
