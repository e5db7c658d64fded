import type { Finding } from '../records.ts'
import type { Books } from './books-rows.ts'

/** Checks that what limited customers sent to others in a day, from all their accounts, is counted and within the limit. */
export function checkDayLimits({ accounts, dayLimits, transactions }: Books): Finding[] {
  return dayLimits.flatMap(({ userId, currency, limit, day, sent }): Finding[] => {
    const own = new Set(accounts.filter((account) => account.userId === userId).map(({ id }) => id))
    const total = transactions
      .filter((row) => row.currency === currency && row.day === day)
      .filter(({ source, destination }) => own.has(source) && !own.has(destination))
      .reduce((sum, { amount }) => sum + amount, 0n)
    const name = `customer ${userId} in ${currency} on ${day}`
    if (total !== sent) {
      return [{ what: 'wrong total', detail: `${name} sent ${total}, and ${sent} is counted` }]
    }
    return total <= limit ? [] : [{ what: 'above a limit', detail: `${name} sent ${total} of ${limit}` }]
  })
}
