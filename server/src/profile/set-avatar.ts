import { createHash } from 'node:crypto'
import type { endpoints } from '@bank/contract/endpoints'
import type { PoolClient } from 'pg'
import { recordAudit } from '../audit/audit-chain.ts'
import type { Bank } from '../bank.ts'
import type { Call } from '../call.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { lockUser, setUserAvatar } from '../users/user.ts'
import { avatarAddress, deleteAvatar, findHostedAvatar, keepAvatar, keepHostedAvatar } from './avatar.ts'
import { sendToHost } from './image-host.ts'

/**
 * Shows another picture of oneself, drawn anew from what was sent; an earlier one is forgotten. It is kept by us, or by the
 * image host where there is one. The same picture again, as after a broken connection, is not sent to the host twice.
 */
export async function setAvatar({
  bank,
  actor: { userId },
  input,
  now,
}: Call<typeof endpoints.setAvatar>): Promise<{ avatar: string }> {
  if (input.length === 0) throw new Refusal('image_missing')
  const picture = await bank.pictures(input)
  const sha = createHash('sha256').update(picture.bytes).digest('hex')
  const { imageHost } = bank.config

  if (!imageHost) {
    const avatar = avatarAddress(sha)
    await show(bank, userId, avatar, now, (connection) =>
      keepAvatar(connection, userId, { ...picture, sha }, now),
    )
    return { avatar }
  }
  return bank.oneAtATime(`avatar ${userId}`, async () => {
    const known = await findHostedAvatar(bank.db, userId, sha)
    if (known?.startsWith(`${imageHost.origin}/`)) return { avatar: known }
    const avatar = await sendToHost(imageHost, picture)
    await show(bank, userId, avatar, now, (connection) =>
      keepHostedAvatar(connection, userId, { sha, url: avatar }, now),
    )
    return { avatar }
  })
}

async function show(
  { db }: Pick<Bank, 'db'>,
  userId: string,
  avatar: string,
  now: Date,
  keep: (connection: PoolClient) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (connection) => {
    // Two pictures at the same time come one after the other.
    await lockUser(connection, userId)
    await deleteAvatar(connection, userId)
    await keep(connection)
    await setUserAvatar(connection, userId, avatar)
    const event = { actorId: userId, action: 'avatar_changed', target: userId, details: {}, now }
    await recordAudit(connection, event)
  })
}
