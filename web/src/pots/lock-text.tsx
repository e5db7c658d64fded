import { dayOf } from '@bank/contract/bank-day'
import { bankNow } from '../api/bank-clock.ts'
import { publicConfig } from '../public-config.ts'
import { dayInLists } from '../ui/date-text.tsx'
import { useIsHydrated } from '../ui/is-hydrated.ts'

/** Until when a pot is locked, or since when no longer. */
export function LockText({ lockedUntil }: { lockedUntil: string }) {
  const isHydrated = useIsHydrated()
  const isOver = isHydrated && lockedUntil <= dayOf(new Date(bankNow()), publicConfig.timeZone)
  return `${isOver ? 'Ended' : 'Until'} ${dayInLists(lockedUntil)}`
}
