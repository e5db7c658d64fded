import { dayOf } from '@bank/contract/bank-day'
import { bankNow } from '../api/bank-clock.ts'
import { publicConfig } from '../public-config.ts'

/** Whether a pot with this lock is locked today, on the bank's calendar. */
export function isLockedToday(lockedUntil: string): boolean {
  // Days in their order are texts in their order.
  return dayOf(new Date(bankNow()), publicConfig.timeZone) < lockedUntil
}
