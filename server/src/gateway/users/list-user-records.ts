import { recordListOpened } from '../../admin/users/user-opened.ts'
import type { GatewayVerb } from '../../call.ts'
import { tellBalances } from '../balances/told-balance.ts'
import { readUserRecordPage } from './user-record.ts'

/**
 * A page of users with details and balances, never with a secret. Writes an audit event, and notes the balances as those that the
 * caller's session is told.
 */
export const listUserRecords: GatewayVerb<'listUserRecords'> = async ({ bank, actor, query, now }) => {
  await recordListOpened(bank, { actorId: actor.userId, action: 'users_listed', now })
  const { users, total } = await readUserRecordPage(bank.db, query)
  const told = await tellBalances(bank.db, {
    sessionKey: actor.key,
    userIds: users.map(({ id }) => id),
    now,
  })
  // The balance in the answer has to be the one that is noted.
  const withTold = users.map(({ account, ...user }) => {
    return { ...user, account: { ...account, balanceMinor: told.get(user.id)! } }
  })
  return { users: withTold, total }
}
