import { recordUserOpened } from '../../admin/users/user-opened.ts'
import type { GatewayVerb } from '../../call.ts'
import { readSide } from './transaction-side.ts'

/** One side of a transaction of any customer. Writes an audit event. */
export const readAnySide: GatewayVerb<'readAnySide'> = async ({ bank, actor, params, now }) => {
  const side = await readSide(bank.db, params)
  await recordUserOpened(bank, { actorId: actor.userId, userId: side.ownerId, now })
  return side
}
