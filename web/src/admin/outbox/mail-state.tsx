import type { MailState as State } from '@bank/contract/outbox/view'
import { clsx } from 'clsx'
import { Archive, CircleAlert, CircleCheck, Clock, RotateCw } from 'lucide-react'

/** The state of an outgoing mail, as icon, word and colour. */
export function MailState({ state }: { state: State }) {
  const { icon: Icon, look, word } = states[state]
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1 whitespace-nowrap rounded-full border px-2 py-0.5 text-caption',
        look,
      )}
    >
      <Icon aria-hidden size={14} />
      {word}
    </span>
  )
}

const pending = 'border-pending-border bg-pending-soft text-pending'
const states: Readonly<Record<State, { icon: typeof Clock; look: string; word: string }>> = {
  kept: { icon: Archive, look: 'border-input-border bg-sunken', word: 'Not sent (mail is off)' },
  waiting: { icon: Clock, look: pending, word: 'Waiting' },
  trying_again: { icon: RotateCw, look: pending, word: 'Retrying' },
  sent: { icon: CircleCheck, look: 'border-success-border bg-success-soft text-success', word: 'Sent' },
  given_up: { icon: CircleAlert, look: 'border-failed-border bg-failed-soft text-failed', word: 'Given up' },
}
