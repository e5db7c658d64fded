import type { endpoints } from '@bank/contract/endpoints'
import type { PotMovementView } from '@bank/contract/pots/view'
import type { Call } from '../call.ts'
import { requireOwnPot } from './pot.ts'
import { potMovementView, submitPotMovement } from './pot-movement.ts'

/** Moves money from the account of a pot into it, at once. The same id with the same contents gets its first answer. */
export async function moveIntoPot({
  bank,
  actor,
  params,
  input: { transactionId, amount: amountMinor },
  now,
  answer,
}: Call<typeof endpoints.moveIntoPot>): Promise<PotMovementView> {
  const pot = await requireOwnPot(bank.db, actor.userId, params.id)
  const description = `Moved into your pot “${pot.name}”`
  const movement = { transactionId, amountMinor, direction: 'in', description } as const
  const outcome = await submitPotMovement(bank, pot, movement)
  if ('replayed' in outcome && outcome.replayed) answer.header('Idempotency-Replayed', 'true')
  return potMovementView(bank, outcome, pot, now)
}
