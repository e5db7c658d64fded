import { formatMoney } from '@bank/contract/format-money'
import { pinLockMinutes } from '@bank/ledger/authorise'
import type { BooksRefusal } from '@bank/ledger/command'
import type { Currency } from '@bank/ledger/currency'
import type { GuardRefusal } from '@bank/ledger/guard'
import { formatMinor } from '@bank/ledger/money'
import { dateTimeText } from '../mail/date-time-text.ts'
import { Refusal } from '../refusal.ts'

/** The refusal that the caller gets for one of the books. `now` in milliseconds since 1970. */
export function refusalOf(
  refusal: BooksRefusal,
  {
    limitMinor,
    currency,
    now,
    timeZone,
  }: { limitMinor: bigint; currency: Currency; now: number; timeZone: string },
): Refusal {
  switch (refusal.code) {
    case 'account_missing':
      return new Refusal('user_not_found')
    case 'transaction_missing':
      return new Refusal('transaction_not_found')
    case 'status_changed':
      return new Refusal('status_changed', { status: refusal.status })
    case 'pin_incorrect':
      return new Refusal('pin_incorrect', { triesLeft: refusal.triesLeft })
    case 'pin_locked':
      return new Refusal('pin_locked', { minutes: minutesUntil(refusal.lockedUntil, now) })
    case 'limit_exceeded':
      return new Refusal('limit_exceeded', { limit: formatMoney(formatMinor(limitMinor), currency) })
    case 'guard_exceeded':
      return guardRefusalOf(refusal, { currency, timeZone })
    default:
      return new Refusal(refusal.code)
  }
}

const guardNames = { payment: 'payment limit', day: 'day limit', month: 'month limit' } as const

function guardRefusalOf(
  { guard, limitMinor, leftMinor, until }: GuardRefusal,
  { currency, timeZone }: { currency: Currency; timeZone: string },
): Refusal {
  const limit = formatMoney(formatMinor(limitMinor), currency)
  if (until === null) return new Refusal('payment_guard_exceeded', { limit })
  return new Refusal('guard_exceeded', {
    guard: guardNames[guard],
    limit,
    left: formatMoney(formatMinor(leftMinor), currency),
    time: dateTimeText(new Date(until), timeZone),
  })
}

/** Whole minutes, from 1 to the length of the lock: the clocks of the books and of the caller differ slightly. */
function minutesUntil(moment: number, now: number): number {
  return Math.min(Math.max(Math.ceil((moment - now) / 60_000), 1), pinLockMinutes)
}
