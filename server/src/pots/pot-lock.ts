import { yearsAfter } from '@bank/contract/bank-day'
import type { PoolClient } from 'pg'
import { Refusal } from '../refusal.ts'

const lockYearsMax = 5

/** A pot that no money leaves before a day of the bank, `YYYY-MM-DD`, or null. */
type Lockable = { readonly lockedUntil: string | null }

/** The day until which a pot is locked; null for one that money may leave today. Days in their order are texts in their order. */
export function lockOf({ lockedUntil }: Lockable, today: string): string | null {
  return lockedUntil !== null && today < lockedUntil ? lockedUntil : null
}

/** Throws for a lock that does not end after today and within 5 years. */
function requireLockDay(lockedUntil: string, today: string): void {
  if (lockedUntil <= today) throw new Refusal('pot_day_past')
  if (lockedUntil > yearsAfter(today, lockYearsMax)) throw new Refusal('pot_lock_too_long')
}

/** Throws for a new lock that ends too early or too late, or before the present one: that protects the customer from a later wish. */
export function requireLockChange(before: Lockable, { lockedUntil: after }: Lockable, today: string): void {
  const present = lockOf(before, today)
  if (present !== null && (after ?? '') < present) throw new Refusal('pot_lock_shortened')
  if (after !== null && after !== before.lockedUntil) requireLockDay(after, today)
}

/** Makes changes of a pot's row, such as a lock that is set, wait until the transaction ends. Take it before the books' locks. */
export async function holdPot(connection: PoolClient, openingId: string): Promise<void> {
  await connection.query('select from pots where opening_id = $1 for share', [openingId])
}
