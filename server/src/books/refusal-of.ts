import { momentText } from '@bank/contract/date-text'
import { formatMoney } from '@bank/contract/format-money'
import type { BooksRefusal } from '@bank/ledger/command'
import type { Currency } from '@bank/ledger/currency'
import type { GuardRefusal } from '@bank/ledger/guard'
import { formatMinor } from '@bank/ledger/money'
import { pinLockMinutes } from '@bank/ledger/pin-lock'
import type { Config } from '../config/config.ts'
import { Refusal } from '../refusal.ts'

/** The refusal that the caller gets for one of the books. `limitMinor`, in minor units of the currency, is the most that may be sent at once. */
export function refusalOf(
  refusal: BooksRefusal,
  {
    config,
    limitMinor,
    currency,
    now,
  }: { config: RefusingBank; limitMinor: bigint; currency: Currency; now: Date },
): Refusal {
  const { bankName: bank, timeZone } = config
  switch (refusal.code) {
    case 'account_missing':
      return new Refusal('user_not_found')
    case 'transaction_missing':
      return new Refusal('transaction_not_found')
    case 'status_changed':
      return new Refusal('status_changed', { status: refusal.status })
    // Only the bank's own releases are refused for it.
    case 'release_not_due':
      return new Refusal('transfer_released')
    case 'balance_held':
      return new Refusal('balance_held', { held: formatMoney(formatMinor(refusal.heldMinor), currency) })
    case 'taken_back_exceeded':
      return new Refusal('taken_back_exceeded', {
        left: formatMoney(formatMinor(refusal.leftMinor), currency),
      })
    case 'pin_incorrect':
      return new Refusal('pin_incorrect', { triesLeft: refusal.triesLeft })
    case 'pin_locked':
      return new Refusal('pin_locked', { minutes: minutesUntil(refusal.lockedUntil, now.getTime()) })
    case 'limit_exceeded':
      return new Refusal('limit_exceeded', { limit: formatMoney(formatMinor(limitMinor), currency) })
    case 'guard_exceeded':
      return guardRefusalOf(refusal, currency, config)
    case 'payee_account_missing':
      return new Refusal('payee_account_missing', { bank })
    case 'payee_misses_used_up':
      return new Refusal('payee_misses_used_up', { bank, time: minuteAfter(refusal.until, timeZone) })
    default:
      return new Refusal(refusal.code)
  }
}

/** What the sentences say of the bank. */
type RefusingBank = Pick<Config, 'bankName' | 'timeZone'>

function guardRefusalOf(
  { guard, limitMinor, leftMinor, until, isByBank }: GuardRefusal,
  currency: Currency,
  { timeZone }: RefusingBank,
): Refusal {
  const limit = formatMoney(formatMinor(limitMinor), currency)
  if (until === null) return new Refusal('payment_guard_exceeded', { limit })
  const time = minuteAfter(until, timeZone)
  const facts = { guard: guardName(guard, isByBank === true), limit, time }
  if (leftMinor === 0n) return new Refusal('guard_used_up', facts)
  return new Refusal('guard_exceeded', { ...facts, left: formatMoney(formatMinor(leftMinor), currency) })
}

/** Rounded up: at the minute that is shown, what was refused is possible again. */
function minuteAfter(moment: number, timeZone: string): string {
  return momentText(new Date(Math.ceil(moment / 60_000) * 60_000), timeZone, 'long')
}

function guardName(guard: GuardRefusal['guard'], isByBank: boolean): string {
  if (guard === 'new_beneficiaries') return 'the bank’s limit for new payees'
  if (guard === 'recovery') return 'the bank’s new-PIN limit'
  return `${isByBank ? 'the bank’s' : 'your'} ${guard} limit`
}

/** Whole minutes, from 1 to the length of the lock: the clocks of the books and of the caller differ slightly. */
function minutesUntil(moment: number, now: number): number {
  return Math.min(Math.max(Math.ceil((moment - now) / 60_000), 1), pinLockMinutes)
}
