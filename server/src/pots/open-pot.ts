import { dayOf } from '@bank/contract/bank-day'
import type { PotOpening } from '@bank/contract/pots/form'
import { potsMax } from '@bank/contract/pots/view'
import { findAccount } from '../accounts/account.ts'
import type { Verb } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { inUserTransaction } from '../users/user.ts'
import { findOpenPots, findPot, insertPot, type Pot, potView, requireTargetDay } from './pot.ts'
import { requireLockChange } from './pot-lock.ts'

/** Opens a pot for the account of the request. The same `openingId` with the same contents opens one pot. */
export const openPot: Verb<'openPot'> = async ({ bank, actor, input, now, answer }) => {
  const { openingId, ...form } = input
  // Serialises concurrent calls, so that the count is right.
  const pot = await inUserTransaction(bank.db, actor.userId, async (connection) => {
    const earlier = await findPot(connection, openingId)
    if (earlier) {
      if (earlier.accountId !== actor.account.id || !isSamePot(earlier, form)) {
        throw new Refusal('opening_id_reused')
      }
      answer.header('Idempotency-Replayed', 'true')
      return earlier
    }
    const today = dayOf(now, bank.config.timeZone)
    requireLockChange({ lockedUntil: null }, form, today)
    if (form.targetDay !== null) requireTargetDay(form.targetDay, today)
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
