import type { GatewayVerb } from '../../call.ts'
import { readSidePage } from './transaction-side.ts'

/** A page of the caller's transactions, whatever the selection asks for. */
export const listOwnSides: GatewayVerb<'listOwnSides'> = async ({ bank, actor, query }) => {
  const { ownerIds, ...selection } = query
  if (ownerIds && !ownerIds.includes(actor.userId)) return { sides: [], total: 0 }
  return readSidePage(bank.db, { ...selection, accountId: actor.account.id })
}
