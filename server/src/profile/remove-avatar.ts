import { recordOwnAct } from '../audit/audit-chain.ts'
import type { Verb } from '../call.ts'
import { inUserTransaction, setUserAvatar } from '../users/user.ts'
import { deleteAvatar } from './avatar.ts'

/** Deletes the caller's picture; the screens show the initials again. */
export const removeAvatar: Verb<'removeAvatar'> = async ({ bank, actor, now }) => {
  const { userId } = actor
  // The same lock order as in `setAvatar`, so that the two cannot deadlock.
  await inUserTransaction(bank.db, userId, async (connection) => {
    if (!(await deleteAvatar(connection, userId))) return
    await setUserAvatar(connection, userId, null)
    await recordOwnAct(connection, { userId, now }, 'avatar_removed')
  })
}
