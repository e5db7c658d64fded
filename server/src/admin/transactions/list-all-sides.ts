import type { gatewayEndpoints } from '@bank/contract/gateway/endpoints'
import type { SidePage } from '@bank/contract/gateway/transaction-side'
import { findMainAccount } from '../../accounts/account.ts'
import type { Call } from '../../call.ts'
import { readSidePage } from '../../transactions/transaction-side.ts'
import { recordListOpened, recordUserOpened } from '../users/user-opened.ts'

/** A page of the transactions of all customers, or of one, with both sides of each. Writes an audit event. */
export async function listAllSides({
  bank,
  actor,
  query: { ownerIds, ...selection },
  now,
}: Call<typeof gatewayEndpoints.listAllSides>): Promise<SidePage> {
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
