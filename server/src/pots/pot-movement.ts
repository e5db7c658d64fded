import type { endpoints } from '@bank/contract/endpoints'
import { formatMinor } from '@bank/ledger/money'
import type { Movement } from '@bank/ledger/transaction'
import type { Call } from '../call.ts'
import { submitMovement } from '../movements/submitted-movement.ts'
import { Refusal } from '../refusal.ts'
import type { Pot } from './pot.ts'

type PotMovement = Pick<Movement, 'id' | 'amountMinor'> & {
  readonly kind: 'pot_in' | 'pot_out' | 'round_up'
}

/** Money between a pot and its account, booked at once. Both sides are told the name that the pot has now. */
export function movementOfPot(
  { id: pot, accountId, ownerId: madeBy, currency, name }: Pot,
  { kind, ...moved }: PotMovement,
): Movement {
  const common = { ...moved, kind, currency, madeBy }
  return kind === 'pot_out'
    ? { ...common, from: pot, to: accountId, creditDetail: name }
    : { ...common, from: accountId, to: pot, debitDetail: name }
}

/**
 * Moves money between a pot and its account for the customer, and answers. The same id with the same contents gets its first answer.
 * Throws the refusal; that of a pot that was closed meanwhile is `pot_not_found`.
 */
export async function movePotMoney(
  call: Pick<Call<typeof endpoints.moveIntoPot>, 'bank' | 'input' | 'now' | 'answer'>,
  pot: Pot,
  kind: 'pot_in' | 'pot_out',
) {
  const { transactionId: id, amount: amountMinor } = call.input
  const transaction = await submitMovement(call, movementOfPot(pot, { kind, id, amountMinor }), {
    authority: { by: 'own', userId: pot.ownerId },
    refuse: ({ code }) => (code === 'account_closed' ? new Refusal('pot_not_found') : undefined),
  })
  return {
    id: transaction.id,
    amount: formatMinor(transaction.amountMinor),
    createdAt: new Date(transaction.createdAt),
  }
}
