import { dayText } from '@bank/contract/date-text'
import { useEffect, useRef, useState } from 'react'
import { DialogActions } from '../ui/dialog-actions.tsx'
import { isLockedToday } from './pot-lock.ts'

/** The question before a pot is locked, or locked for longer. While `title` is defined, it takes the place of the pot's form. */
type LockQuestion = ReturnType<typeof useLockQuestion>

/** For the form of a pot that is locked until a day, or null. */
export function useLockQuestion(lockedUntil: string | null = null) {
  const [asked, setAsked] = useState<{ day: string; proceed: () => void }>()
  const cancel = () => setAsked(undefined)
  return {
    title: asked && `Lock this pot until ${dayText(asked.day, 'long')}?`,
    cancel,
    lock: () => {
      cancel()
      asked?.proceed()
    },
    /** Asks about the day, and then runs `proceed`; at once when there is nothing to ask. */
    askBefore: (day: string | null, proceed: () => void) => {
      // Days in their order are texts in their order.
      const isLonger = day !== null && isLockedToday(day) && day > (lockedUntil ?? '')
      if (isLonger) setAsked({ day, proceed })
      else proceed()
    },
  }
}

/** The consequence and the two ways on, with the focus on the way back. */
export function LockQuestionPanel({ question: { cancel, lock } }: { question: LockQuestion }) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.querySelector('button')?.focus(), [])
  return (
    <div ref={panel} className="grid gap-field">
      <p>
        Before then, you can’t take money out of this pot, and you can’t end the lock. You can still add
        money.
      </p>
      <DialogActions onCancel={cancel} cancel="Back" action="Lock pot" onAct={lock} />
    </div>
  )
}
