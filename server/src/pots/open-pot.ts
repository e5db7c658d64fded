import { dayOf } from '@bank/contract/bank-day'
import type { endpoints } from '@bank/contract/endpoints'
import type { PotOpening } from '@bank/contract/pots/form'
import { type PotView, potsMax } from '@bank/contract/pots/view'
import { findAccount } from '../accounts/account.ts'
import type { Call } from '../call.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { lockUser } from '../users/user.ts'
import { findOpenPots, findPot, insertPot, type Pot, potView, requireLockDay } from './pot.ts'

/** Opens a pot for the account of the request. The same `openingId` with the same contents opens one pot. */
export async function openPot({
  bank,
  actor,
  input: { openingId, ...form },
  now,
  answer,
}: Call<typeof endpoints.openPot>): Promise<PotView> {
  const pot = await inTransaction(bank.db, async (connection) => {
    // Serialises concurrent calls, so that the count is right.
    await lockUser(connection, actor.userId)
    const earlier = await findPot(connection, openingId)
    if (earlier) {
      if (earlier.accountId !== actor.account.id || !isSamePot(earlier, form)) {
        throw new Refusal('opening_id_reused')
      }
      answer.header('Idempotency-Replayed', 'true')
      return earlier
    }
    if (form.lockedUntil !== null) requireLockDay(form.lockedUntil, dayOf(now, bank.config.timeZone))
    const account = await findAccount(connection, actor.account.id)
    if (!account?.isActive) throw new Refusal('account_inactive')
    if (account.closedAt) throw new Refusal('account_closed')
    const open = await findOpenPots(connection, account.id)
    if (open.length >= potsMax) throw new Refusal('pots_too_many', { most: potsMax })
    await insertPot(connection, { openingId, account, form, now })
    return (await findPot(connection, openingId))!
  })
  return potView(pot)
}

function isSamePot(pot: Pot, { name, goal }: Omit<PotOpening, 'openingId'>): boolean {
  return pot.name === name && pot.goalMinor === goal
}
