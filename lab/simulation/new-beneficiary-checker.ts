import { newBeneficiaryMilliseconds } from '@bank/ledger/new-beneficiaries'
import { isSentBy, limitedUser, newBeneficiaryLimitMinor } from './model-bank.ts'
import type { Commit, ModelDatabase } from './model-database.ts'
import type { Row } from './model-rows.ts'
import { beneficiaryOf } from './work.ts'

/**
 * Checks each commit: what the limited customer sent to new beneficiaries, and did not come back, is counted to the cent, and all that
 * never came back is together within the limit. Returns the violation, or null.
 */
export function openNewBeneficiaryChecker({ tables }: ModelDatabase): (commit: Commit) => string | null {
  return ({ changes }) => {
    const newest = changes.findLast(
      ({ table, row }) => table === 'transactions' && isSentBy(limitedUser, row),
    )
    const sent = [...tables.transactions.values()].filter((row) => isSentBy(limitedUser, row))
    const postings = [...tables.postings.values()].filter(({ status }) => status === 'failed')
    const returned = new Set(postings.map((row) => row.transaction_id))
    let total = 0n
    for (const [beneficiary, transfers] of Map.groupBy(sent, ({ id }) => beneficiaryOf(String(id)))) {
      const paid = tables.paid_beneficiaries.get(`${limitedUser} USD ${beneficiary}`)
      const from = (paid?.first_paid_at ?? 0) as number
      const isBookedBy = (moment: number) => (row: Row) => (row.created_at as number) < moment
      const isWhileNew = isBookedBy(from + newBeneficiaryMilliseconds)
      // One that is booked after the 24 hours may have been decided within them.
      if (paid && !transfers.every(isWhileNew)) continue
      const counted = sumOf(transfers.filter((row) => row.status !== 'failed' || isBookedBy(from)(row)))
      if (paid?.sent !== counted) return `${counted} was sent to ${beneficiary}, and ${paid?.sent} is counted`
      if (newest && isWhileNew(newest.row)) total += sumOf(transfers.filter(({ id }) => !returned.has(id)))
    }
    return total > newBeneficiaryLimitMinor ? `${total} was sent to new beneficiaries, above the limit` : null
  }
}

function sumOf(transfers: readonly Row[]): bigint {
  return transfers.reduce((sum, { amount_minor }) => sum + (amount_minor as bigint), 0n)
}
