import { dayInLists } from '../ui/date-text.tsx'
import { useIsHydrated } from '../ui/is-hydrated.ts'
import { isLockedToday } from './pot-lock.ts'

/** Until when a pot is locked, or since when no longer. */
export function LockText({ lockedUntil }: { lockedUntil: string }) {
  const isHydrated = useIsHydrated()
  const isOver = isHydrated && !isLockedToday(lockedUntil)
  return `${isOver ? 'Ended' : 'Until'} ${dayInLists(lockedUntil)}`
}
