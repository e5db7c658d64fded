import type { endpoints } from '@bank/contract/endpoints'
import { recordAudit } from '../audit/audit-chain.ts'
import type { Call } from '../call.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { lockUser, setUserAvatar } from '../users/user.ts'
import { deleteAvatar } from './avatar.ts'

/** Forgets one's picture: the initials stand in its place again. */
export async function removeAvatar({
  bank,
  actor,
  now,
}: Call<typeof endpoints.removeAvatar>): Promise<undefined> {
  await inTransaction(bank.db, async (connection) => {
    // In the order in which a picture is set, so that the two cannot wait for each other.
    await lockUser(connection, actor.userId)
    if (!(await deleteAvatar(connection, actor.userId))) return
    await setUserAvatar(connection, actor.userId, null)
    const event = { actorId: actor.userId, action: 'avatar_removed', target: actor.userId, details: {}, now }
    await recordAudit(connection, event)
  })
}
