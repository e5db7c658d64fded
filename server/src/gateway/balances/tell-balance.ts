import type { GatewayVerb } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import { tellBalances } from './told-balance.ts'

/** The balance of a user's account, noted as the one that the caller's session is told. */
export const tellBalance: GatewayVerb<'tellBalance'> = async ({ bank, actor, params, now }) => {
  const { id } = params
  const balanceMinor = (await tellBalances(bank.db, { sessionKey: actor.key, userIds: [id], now })).get(id)
  if (balanceMinor === undefined) throw new Refusal('user_not_found')
  return { balanceMinor }
}
