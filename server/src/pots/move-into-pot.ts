import type { endpoints } from '@bank/contract/endpoints'
import type { PotMovementView } from '@bank/contract/pots/view'
import type { Call } from '../call.ts'
import { requireOwnPot } from './pot.ts'
import { movePotMoney } from './pot-movement.ts'

/** Moves money from the account of a pot into it, at once. The same id with the same contents gets its first answer. */
export async function moveIntoPot(call: Call<typeof endpoints.moveIntoPot>): Promise<PotMovementView> {
  const { bank, actor, params } = call
  return movePotMoney(call, await requireOwnPot(bank.db, actor.userId, params.id), 'in')
}
