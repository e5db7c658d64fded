import type { gatewayEndpoints } from '@bank/contract/gateway/endpoints'
import type { TransactionSide } from '@bank/contract/gateway/transaction-side'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { findSide } from './transaction-side.ts'

/** The caller's side of a transaction. The other side is not found, like a transaction of other customers. */
export async function readOwnSide({
  bank: { db },
  actor,
  params,
}: Call<typeof gatewayEndpoints.readOwnSide>): Promise<TransactionSide> {
  const side = await findSide(db, params, actor.account.id)
  if (!side) throw new Refusal('transaction_not_found')
  return side
}
