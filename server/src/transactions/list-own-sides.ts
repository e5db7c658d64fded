import type { gatewayEndpoints } from '@bank/contract/gateway/endpoints'
import type { SidePage } from '@bank/contract/gateway/transaction-side'
import type { Call } from '../call.ts'
import { readSidePage } from './transaction-side.ts'

/** A page of the caller's transactions, whatever the selection asks for. */
export async function listOwnSides({
  bank: { db },
  actor,
  query: { ownerIds, ...selection },
}: Call<typeof gatewayEndpoints.listOwnSides>): Promise<SidePage> {
  if (ownerIds && !ownerIds.includes(actor.userId)) return { sides: [], total: 0 }
  return readSidePage(db, { ...selection, accountId: actor.account.id })
}
