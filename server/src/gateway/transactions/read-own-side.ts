import type { GatewayVerb } from '../../call.ts'
import { readSide } from './transaction-side.ts'

/** The caller's side of a transaction. The other side is not found, like a transaction of other customers. */
export const readOwnSide: GatewayVerb<'readOwnSide'> = async ({ bank, actor, params }) => {
  return readSide(bank.db, params, actor.account.id)
}
