import { currencies } from '@bank/ledger/currency'
import { formatMinor } from '@bank/ledger/money'
import type { PoolClient } from 'pg'
import type { Bank } from '../bank.ts'
import { type GuardRow, pinRecoveryLimitOf } from '../books/rows/guards.ts'
import { startCounting } from './guard.ts'

// Long enough for a customer to read the mail about a PIN that they did not choose.
const recoveryMilliseconds = 24 * 60 * 60_000

/**
 * Begins the bank's limit after a recovered PIN, in every currency: also in those of accounts that the customer has yet to open. What
 * was sent under an earlier one that has not ended stays counted. Returns its end. The caller holds the lock of the books.
 */
export async function limitAfterRecovery(
  connection: PoolClient,
  userId: string,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<Date> {
  const until = new Date(now.getTime() + recoveryMilliseconds)
  for (const currency of currencies) await startCounting(connection, userId, currency, { now, timeZone })
  await connection.query(
    `update guards
        set recovery_sent = case when recovery_until > $2 then recovery_sent else 0 end, recovery_until = $3
      where user_id = $1`,
    [userId, now, until],
  )
  return until
}

/** The limit in the currency of a guard, as the customer sees it; null where it has ended or never began. */
export function pinRecoveryLimitView(guard: GuardRow, config: Bank['config'], now: Date) {
  const recovery = pinRecoveryLimitOf(guard, config)
  if (!recovery || recovery.until <= now.getTime()) return null
  const { limitMinor, sentMinor, until } = recovery
  return { limit: formatMinor(limitMinor), sent: formatMinor(sentMinor), until: new Date(until) }
}
