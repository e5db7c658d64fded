import { dayOf } from '@bank/contract/bank-day'
import { dayText } from '@bank/contract/date-text'
import type { PoolClient } from 'pg'
import type { Verb } from '../call.ts'
import { whileHeld } from '../postgres/while-held.ts'
import { Refusal } from '../refusal.ts'
import { findOwnTransaction } from '../transactions/transaction.ts'
import { requireOwnPot } from './pot.ts'
import { holdPot, lockOf } from './pot-lock.ts'
import { movePotMoney } from './pot-movement.ts'

/**
 * Moves money from a pot back to its account, at once, unless the pot is locked. The same id with the same contents gets its first
 * answer.
 */
export const moveOutOfPot: Verb<'moveOutOfPot'> = async (call) => {
  const { bank, actor, params, input, now } = call
  // A lock that is set meanwhile waits until the movement is booked: from then on no money leaves the pot.
  const hold = async (connection: PoolClient) => {
    await holdPot(connection, params.id)
    const pot = await requireOwnPot(connection, actor.userId, params.id)
    const lock = lockOf(pot, dayOf(now, bank.config.timeZone))
    // A repeat gets its answer, also when the pot has been locked since.
    if (lock !== null && !(await findOwnTransaction(connection, input.transactionId, pot.accountId))) {
      throw new Refusal('pot_locked', { day: dayText(lock, 'long') })
    }
    return pot
  }
  return whileHeld(bank.db, hold, (pot) => movePotMoney(call, pot, 'pot_out'))
}
