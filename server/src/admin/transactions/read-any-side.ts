import type { gatewayEndpoints } from '@bank/contract/gateway/endpoints'
import type { TransactionSide } from '@bank/contract/gateway/transaction-side'
import type { Call } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import { findSide } from '../../transactions/transaction-side.ts'
import { recordUserOpened } from '../users/user-opened.ts'

/** One side of a transaction of any customer. Writes an audit event. */
export async function readAnySide({
  bank,
  actor,
  params,
  now,
}: Call<typeof gatewayEndpoints.readAnySide>): Promise<TransactionSide> {
  const side = await findSide(bank.db, params)
  if (!side) throw new Refusal('transaction_not_found')
  await recordUserOpened(bank, { actorId: actor.userId, userId: side.ownerId, now })
  return side
}
