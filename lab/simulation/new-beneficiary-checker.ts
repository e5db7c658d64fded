import { newBeneficiaryMilliseconds } from '@bank/ledger/new-beneficiaries'
import { isSentBy, limitedUser, newBeneficiaryLimitMinor } from './model-bank.ts'
import type { Commit } from './model-database.ts'
import { beneficiaryOf } from './work.ts'

/** A beneficiary as the database has it. Times are milliseconds since 1970. */
type Paid = { readonly firstPaidAt: number; readonly sent: bigint }

/**
 * Checks each commit: what the limited customer sent to new beneficiaries is counted to the cent, and all of it together stays within
 * the limit. Returns the violation, or null.
 */
export function openNewBeneficiaryChecker(): (commit: Commit) => string | null {
  const paid = new Map<string, Paid>()
  // A transaction is booked no earlier than it is decided: a beneficiary who is new then was new for the decision.
  const isNew = ({ firstPaidAt }: Paid, bookedAt: number) =>
    bookedAt < firstPaidAt + newBeneficiaryMilliseconds

  return ({ changes }) => {
    const sent = new Map<string, { amount: bigint; bookedAt: number }>()
    for (const { table, row } of changes) {
      if (table !== 'transactions' || !isSentBy(limitedUser, row)) continue
      const beneficiary = beneficiaryOf(String(row.id))
      const amount = (sent.get(beneficiary)?.amount ?? 0n) + (row.amount_minor as bigint)
      sent.set(beneficiary, { amount, bookedAt: row.created_at as number })
    }
    const before = new Map(paid)
    for (const { table, row } of changes) {
      if (table !== 'paid_beneficiaries') continue
      paid.set(String(row.beneficiary), {
        firstPaidAt: row.first_paid_at as number,
        sent: row.sent as bigint,
      })
    }
    for (const [beneficiary, { amount, bookedAt }] of sent) {
      const known = before.get(beneficiary)
      if (known && !isNew(known, bookedAt)) continue
      const expected = (known?.sent ?? 0n) + amount
      const counted = paid.get(beneficiary)?.sent ?? 0n
      if (counted !== expected) return `${expected} was sent to ${beneficiary}, and ${counted} is counted`
      const total = [...paid.values()]
        .filter((each) => isNew(each, bookedAt))
        .reduce((sum, each) => sum + each.sent, 0n)
      if (total > newBeneficiaryLimitMinor) return `${total} was sent to new beneficiaries, above the limit`
    }
    return null
  }
}
