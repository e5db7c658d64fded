import type { endpoints } from '@bank/contract/endpoints'
import type { PotMovementView } from '@bank/contract/pots/view'
import type { Outcome } from '@bank/ledger/decide'
import { formatMinor, int64Max } from '@bank/ledger/money'
import type { Bank } from '../bank.ts'
import { refusalOf } from '../books/refusal-of.ts'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import type { Pot } from './pot.ts'

/** Money between a pot and its account: one transaction, booked at once, without a PIN. */
export type PotMovement = {
  readonly transactionId: string
  /** Minor units. */
  readonly amountMinor: bigint
  readonly direction: 'in' | 'out'
  /** What the history of the account says. */
  readonly description: string
}

export function submitPotMovement(
  { books }: Pick<Bank, 'books'>,
  pot: Pot,
  { transactionId, amountMinor, direction, description }: PotMovement,
): Promise<Outcome> {
  const { inTransit } = books.internalAccounts[pot.currency]
  const isIn = direction === 'in'
  return books.submit({
    kind: 'open_transaction',
    facts: {
      id: transactionId,
      route: {
        source: isIn ? pot.accountId : pot.id,
        inTransit,
        destination: isIn ? pot.id : pot.accountId,
      },
      debitAccountId: isIn ? pot.accountId : null,
      creditAccountId: isIn ? null : pot.accountId,
      currency: pot.currency,
      amountMinor,
      debitDescription: isIn ? description : null,
      creditDescription: isIn ? null : description,
      beneficiary: null,
      firstStatus: 'success',
      madeBy: pot.ownerId,
      reference: null,
    },
    // Only the ledger limits it: the money stays with the customer.
    limitMinor: int64Max,
    sender: { userId: pot.ownerId, pin: null },
  })
}

/**
 * Moves money between a pot and its account for the customer, and answers. The same id with the same contents gets its first answer.
 * Throws the refusal; that of a pot that was closed meanwhile is `pot_not_found`.
 */
export async function movePotMoney(
  {
    bank,
    input: { transactionId, amount: amountMinor },
    now,
    answer,
  }: Pick<Call<typeof endpoints.moveIntoPot>, 'bank' | 'input' | 'now' | 'answer'>,
  pot: Pot,
  direction: PotMovement['direction'],
): Promise<PotMovementView> {
  const description = `Moved ${direction === 'in' ? 'into' : 'out of'} your pot “${pot.name}”`
  const outcome = await submitPotMovement(bank, pot, { transactionId, amountMinor, direction, description })
  if ('refusal' in outcome) {
    const { refusal } = outcome
    if (refusal.code === 'account_closed') throw new Refusal('pot_not_found')
    const { timeZone } = bank.config
    throw refusalOf(refusal, { limitMinor: int64Max, currency: pot.currency, now: now.getTime(), timeZone })
  }
  if (outcome.replayed) answer.header('Idempotency-Replayed', 'true')
  const { transaction } = outcome
  return {
    id: transaction.id,
    amount: formatMinor(transaction.amountMinor),
    createdAt: new Date(transaction.createdAt).toISOString(),
  }
}
