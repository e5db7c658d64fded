import { dayOf } from '@bank/contract/bank-day'
import type { endpoints } from '@bank/contract/endpoints'
import type { PotMovementView } from '@bank/contract/pots/view'
import type { Call } from '../call.ts'
import { dayText } from '../mail/date-time-text.ts'
import { Refusal } from '../refusal.ts'
import { findOwnTransaction } from '../transactions/transaction.ts'
import { requireOwnPot } from './pot.ts'
import { movePotMoney } from './pot-movement.ts'

/**
 * Moves money from a pot back to its account, at once, unless the pot is locked. The same id with the same contents gets its first
 * answer.
 */
export async function moveOutOfPot(call: Call<typeof endpoints.moveOutOfPot>): Promise<PotMovementView> {
  const { bank, actor, params, input, now } = call
  const pot = await requireOwnPot(bank.db, actor.userId, params.id)
  const isLocked = pot.lockedUntil !== null && dayOf(now, bank.config.timeZone) < pot.lockedUntil
  // A repeat gets its answer, also when the pot has been locked since.
  if (isLocked && !(await findOwnTransaction(bank.db, input.transactionId, pot.accountId))) {
    throw new Refusal('pot_locked', { day: dayText(pot.lockedUntil!) })
  }
  return movePotMoney(call, pot, 'out')
}
