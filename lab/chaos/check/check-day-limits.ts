import type { Finding } from '../records.ts'
import type { Books, TransactionRow } from './books-rows.ts'

/**
 * Checks that what limited customers sent to others in a day, from all their accounts, is counted without what came back, and that what
 * never came back is within the limit: a status that is set back counts again, also above it.
 */
export function checkDayLimits({ accounts, dayLimits, transactions, postings }: Books): Finding[] {
  const returned = new Set(postings.flatMap((row) => (row.status === 'failed' ? row.transactionId : [])))
  return dayLimits.flatMap(({ userId, currency, limit, day, sent }): Finding[] => {
    const own = new Set(accounts.filter((account) => account.userId === userId).map(({ id }) => id))
    const ofDay = transactions
      .filter((row) => row.currency === currency && row.day === day)
      .filter(({ source, destination }) => own.has(source) && !own.has(destination))
      // The bank takes credits back.
      .filter(({ beneficiaryNumber }) => beneficiaryNumber !== null)
    const total = sumOf(ofDay.filter(({ status }) => status !== 'failed'))
    const kept = sumOf(ofDay.filter(({ id }) => !returned.has(id)))
    const name = `customer ${userId} in ${currency} on ${day}`
    if (total !== sent) {
      return [{ what: 'wrong total', detail: `${name} sent ${total}, and ${sent} is counted` }]
    }
    return kept <= limit ? [] : [{ what: 'above a limit', detail: `${name} sent ${kept} of ${limit}` }]
  })
}

function sumOf(transactions: readonly TransactionRow[]): bigint {
  return transactions.reduce((sum, { amount }) => sum + amount, 0n)
}
