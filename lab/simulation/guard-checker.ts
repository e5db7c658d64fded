import { dayLimitMinor, guardedUser, isSentBy, pinRecoveryLimitMinor } from './model-bank.ts'
import type { Commit } from './model-database.ts'

/**
 * Checks each commit: what the guarded customer sent to others in dollars is counted to the cent, on any of their accounts, and
 * stays within the limit of the day, and within that after a recovery of the PIN. Returns the violation, or null.
 */
export function openGuardChecker(): (commit: Commit) => string | null {
  let counted = { day: '', sent: 0n }
  let recovery = { until: 0, sent: 0n, counted: 0n }

  return ({ changes }) => {
    let sent = 0n
    let after = counted
    for (const { table, row } of changes) {
      if (table === 'transactions' && isSentBy(guardedUser, row)) {
        sent += row.amount_minor as bigint
        recovery.sent += row.amount_minor as bigint
        // Booked no earlier than it was decided: the limit held for the decision.
        if ((row.created_at as number) < recovery.until && recovery.sent > pinRecoveryLimitMinor)
          return `${recovery.sent} was sent after a recovery of the PIN, above the limit`
      }
      if (table !== 'guards') continue
      if ('recovery_until_ms' in row) {
        recovery = { until: Number(row.recovery_until_ms), sent: 0n, counted: 0n }
        return null
      }
      after = { day: String(row.day), sent: row.day_sent as bigint }
      recovery.counted = row.recovery_sent as bigint
    }
    const expected = after.day === counted.day ? counted.sent + sent : sent
    counted = after
    if (after.sent !== expected) return `${expected} was sent on ${after.day}, and ${after.sent} is counted`
    if (recovery.until > 0 && recovery.counted !== recovery.sent)
      return `${recovery.sent} was sent after a recovery of the PIN, and ${recovery.counted} is counted`
    return after.sent > dayLimitMinor ? `${after.sent} was sent on ${after.day}, above the limit` : null
  }
}
