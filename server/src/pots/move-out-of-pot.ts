import { dayOf } from '@bank/contract/bank-day'
import type { endpoints } from '@bank/contract/endpoints'
import type { PotMovementView } from '@bank/contract/pots/view'
import type { Call } from '../call.ts'
import { dayText } from '../mail/date-time-text.ts'
import { Refusal } from '../refusal.ts'
import { findOwnTransaction } from '../transactions/transaction.ts'
import { requireOwnPot } from './pot.ts'
import { potMovementView, submitPotMovement } from './pot-movement.ts'

/**
 * Moves money from a pot back to its account, at once, unless the pot is locked. The same id with the same contents gets its first
 * answer.
 */
export async function moveOutOfPot({
  bank,
  actor,
  params,
  input: { transactionId, amount: amountMinor },
  now,
  answer,
}: Call<typeof endpoints.moveOutOfPot>): Promise<PotMovementView> {
  const pot = await requireOwnPot(bank.db, actor.userId, params.id)
  const isLocked = pot.lockedUntil !== null && dayOf(now, bank.config.timeZone) < pot.lockedUntil
  // A repeat gets its answer, also when the pot has been locked since.
  if (isLocked && !(await findOwnTransaction(bank.db, transactionId, pot.accountId))) {
    throw new Refusal('pot_locked', { day: dayText(pot.lockedUntil!) })
  }
  const description = `Moved out of your pot “${pot.name}”`
  const movement = { transactionId, amountMinor, direction: 'out', description } as const
  const outcome = await submitPotMovement(bank, pot, movement)
  if ('replayed' in outcome && outcome.replayed) answer.header('Idempotency-Replayed', 'true')
  return potMovementView(bank, outcome, pot, now)
}
