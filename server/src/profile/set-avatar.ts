import { createHash } from 'node:crypto'
import type { endpoints } from '@bank/contract/endpoints'
import type { Call } from '../call.ts'
import { recordAudit } from '../postgres/audit.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { setUserAvatar } from '../users/user.ts'
import { avatarAddress, keepAvatar } from './avatar.ts'

/** Shows another picture of oneself, drawn anew from what was sent; an earlier one is forgotten. */
export async function setAvatar({
  bank,
  actor,
  input,
  now,
}: Call<typeof endpoints.setAvatar>): Promise<{ avatar: string }> {
  if (input.length === 0) throw new Refusal('image_missing')
  const picture = await bank.pictures(input)
  const sha = createHash('sha256').update(picture.bytes).digest('hex')
  const avatar = avatarAddress(sha)
  await inTransaction(bank.db, async (connection) => {
    await keepAvatar(connection, actor.userId, { ...picture, sha }, now)
    await setUserAvatar(connection, actor.userId, avatar)
    const event = { actorId: actor.userId, action: 'avatar_changed', target: actor.userId, details: {}, now }
    await recordAudit(connection, event)
  })
  return { avatar }
}
