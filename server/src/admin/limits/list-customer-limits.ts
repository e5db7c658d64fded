import { formatMinor } from '@bank/ledger/money'
import { findMainAccount } from '../../accounts/account.ts'
import type { Verb } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import { findCustomerLimits } from './customer-limits.ts'

// More than a customer has in years.
const rowsMax = 50

/** The limits that staff set for a customer in place of the bank's. */
export const listCustomerLimits: Verb<'listCustomerLimits'> = async ({ bank: { db }, params }) => {
  if (!(await findMainAccount(db, params.id))) throw new Refusal('user_not_found')
  const text = (limit: bigint | null) => (limit === null ? null : formatMinor(limit))
  const rows = await findCustomerLimits(db, params.id, rowsMax)
  return { limits: rows.map((row) => ({ ...row, day: text(row.day), month: text(row.month) })) }
}
