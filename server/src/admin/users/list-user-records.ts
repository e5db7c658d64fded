import type { gatewayEndpoints } from '@bank/contract/gateway/endpoints'
import type { UserRecordPage } from '@bank/contract/gateway/user-record'
import type { Call } from '../../call.ts'
import { readUserRecordPage } from '../../users/user-record.ts'
import { noteToldBalances } from '../transactions/told-balance.ts'
import { recordListOpened } from './user-opened.ts'

/**
 * A page of users with details and balances, never with a secret. Writes an audit event, and notes the balances as those that the
 * caller's session is told.
 */
export async function listUserRecords({
  bank,
  actor,
  query,
  now,
}: Call<typeof gatewayEndpoints.listUserRecords>): Promise<UserRecordPage> {
  await recordListOpened(bank, { actorId: actor.userId, action: 'users_listed', now })
  const page = await readUserRecordPage(bank.db, query)
  const told = page.users.map(({ id, account }) => ({ userId: id, ...account }))
  if (told.length > 0) await noteToldBalances(bank.db, actor.key, told, now)
  return page
}
