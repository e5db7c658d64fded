import { findMainAccount } from '../../accounts/account.ts'
import { recordListOpened, recordUserOpened } from '../../admin/users/user-opened.ts'
import type { GatewayVerb } from '../../call.ts'
import { readSidePage } from './transaction-side.ts'

/** A page of the transactions of all customers, or of one, with both sides of each. Writes an audit event. */
export const listAllSides: GatewayVerb<'listAllSides'> = async ({ bank, actor, query, now }) => {
  const { ownerIds, ...selection } = query
  if (ownerIds === undefined) {
    await recordListOpened(bank, { actorId: actor.userId, action: 'transactions_listed', now })
    return readSidePage(bank.db, { ...selection, accountId: undefined })
  }
  const [userId] = ownerIds
  const account = userId === undefined ? undefined : await findMainAccount(bank.db, userId)
  if (!account) return { sides: [], total: 0 }
  await recordUserOpened(bank, { actorId: actor.userId, userId: account.userId, now })
  return readSidePage(bank.db, { ...selection, accountId: account.id })
}
