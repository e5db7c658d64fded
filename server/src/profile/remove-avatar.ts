import type { endpoints } from '@bank/contract/endpoints'
import { recordAudit } from '../audit/audit-chain.ts'
import type { Call } from '../call.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { lockUser, setUserAvatar } from '../users/user.ts'
import { deleteAvatar } from './avatar.ts'

/** Deletes the caller's picture; the screens show the initials again. */
export async function removeAvatar({
  bank,
  actor,
  now,
}: Call<typeof endpoints.removeAvatar>): Promise<undefined> {
  await inTransaction(bank.db, async (connection) => {
    // The same lock order as in `setAvatar`, so that the two cannot deadlock.
    await lockUser(connection, actor.userId)
    if (!(await deleteAvatar(connection, actor.userId))) return
    await setUserAvatar(connection, actor.userId, null)
    const event = { actorId: actor.userId, action: 'avatar_removed', target: actor.userId, details: {}, now }
    await recordAudit(connection, event)
  })
}
