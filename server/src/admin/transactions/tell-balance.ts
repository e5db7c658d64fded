import type { gatewayEndpoints } from '@bank/contract/gateway/endpoints'
import type { Call } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import { noteToldBalances, readBalances } from './told-balance.ts'

/** The balance of a user's account, noted as the one that the caller's session is told. */
export async function tellBalance({
  bank: { db },
  actor,
  params,
  now,
}: Call<typeof gatewayEndpoints.tellBalance>): Promise<{ balanceMinor: bigint }> {
  const [read] = await readBalances(db, [params.id])
  if (!read) throw new Refusal('user_not_found')
  await noteToldBalances(db, actor.key, [read], now)
  return { balanceMinor: read.balanceMinor }
}
