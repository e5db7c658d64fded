import { isUnreleased } from '../postgres/known-to-payee.ts'

/**
 * SQL for the amount in transit from an account (an SQL expression), and for that of the pending credits to it, which is not part of
 * its balance until they arrive, without what is not released. In minor units, as "inTransitMinor" and "expectedInMinor". Use it in the same statement as the
 * balance: a status change between two statements would show the money twice or not at all.
 */
export function pendingSumsOf(account: string): string {
  const sumOf = (side: 'debit' | 'credit', known = 'true') =>
    `(select coalesce(sum(amount_minor), 0)::bigint from transactions t
       where ${side}_account_id = ${account} and status = 'pending' and ${known})`
  return `${sumOf('debit')} as "inTransitMinor", ${sumOf('credit', `not ${isUnreleased('t')}`)} as "expectedInMinor"`
}
