/**
 * SQL for the amount in transit from an account (an SQL expression), and for that of the pending credits to it, which is not part of
 * its balance until they arrive. In minor units, as "inTransitMinor" and "expectedInMinor". Use it in the same statement as the
 * balance: a status change between two statements would show the money twice or not at all.
 */
export function pendingSumsOf(account: string): string {
  const sumOf = (side: 'debit' | 'credit') =>
    `(select coalesce(sum(amount_minor), 0)::bigint from transactions
       where ${side}_account_id = ${account} and status = 'pending')`
  return `${sumOf('debit')} as "inTransitMinor", ${sumOf('credit')} as "expectedInMinor"`
}
