import type { Verb } from '../call.ts'
import { requireOwnPot } from './pot.ts'
import { movePotMoney } from './pot-movement.ts'

/** Moves money from the account of a pot into it, at once. The same id with the same contents gets its first answer. */
export const moveIntoPot: Verb<'moveIntoPot'> = async (call) => {
  const { bank, actor, params } = call
  return movePotMoney(call, await requireOwnPot(bank.db, actor.userId, params.id), 'pot_in')
}
