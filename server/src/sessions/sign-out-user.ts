import { recordAdministratorAct } from '../admin/administrator-act.ts'
import type { Verb } from '../call.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { findEmail, lockUser } from '../users/user.ts'
import { endSessions } from './user-sessions.ts'

/**
 * An administrator ends every session of a user, for example after a call about a lost phone. Refuses the administrator's own
 * sessions, which are ended in the settings.
 */
export const signOutUser: Verb<'signOutUser'> = async ({ bank, actor, params, now }) => {
  const { id } = params
  if (id === actor.userId) throw new Refusal('own_account_edited')
  await inTransaction(bank.db, async (connection) => {
    if ((await findEmail(connection, id)) === undefined) throw new Refusal('user_not_found')
    // A sign-in waits until this is done.
    await lockUser(connection, id)
    const count = await endSessions(connection, id)
    if (count === 0) return
    const event = { action: 'signed_out_everywhere', target: id, details: { count }, now } as const
    await recordAdministratorAct(connection, actor, event)
  })
}
