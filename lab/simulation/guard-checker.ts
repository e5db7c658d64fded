import { dayLimitMinor, guardedUser, modelCustomers } from './model-bank.ts'
import type { Commit } from './model-database.ts'

/**
 * Checks each commit: what the guarded customer sent to others in dollars is counted to the cent, on any of their accounts, and
 * stays within the limit of the day. Returns the violation, or null.
 */
export function openGuardChecker(): (commit: Commit) => string | null {
  const own = new Set(
    modelCustomers.filter(({ userId }) => userId === guardedUser).map(({ accountId }) => accountId),
  )
  let counted = { day: '', sent: 0n }

  return ({ changes }) => {
    let sent = 0n
    let after = counted
    for (const { table, row } of changes) {
      if (table === 'transactions' && isSent(row)) sent += row.amount_minor as bigint
      if (table === 'guards') after = { day: String(row.day), sent: row.day_sent as bigint }
    }
    const expected = after.day === counted.day ? counted.sent + sent : sent
    counted = after
    if (after.sent !== expected) return `${expected} was sent on ${after.day}, and ${after.sent} is counted`
    return after.sent > dayLimitMinor ? `${after.sent} was sent on ${after.day}, above the limit` : null
  }

  /** True for a new transaction; a status change names none of these columns. */
  function isSent(row: Commit['changes'][number]['row']): boolean {
    const source = row.source_ledger_account_id as bigint | undefined
    return source !== undefined && own.has(source) && !own.has(row.destination_ledger_account_id as bigint)
  }
}
