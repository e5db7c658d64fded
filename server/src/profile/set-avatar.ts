import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'
import { recordOwnAct } from '../audit/audit-chain.ts'
import type { Bank } from '../bank.ts'
import type { Verb } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { inUserTransaction, setUserAvatar } from '../users/user.ts'
import { avatarUrl, deleteAvatar, findHostedAvatar, insertAvatar, insertHostedAvatar } from './avatar.ts'
import { uploadToImageHost } from './image-host.ts'

/**
 * Replaces the caller's picture. The image is re-encoded, and stored by the bank, or by the image host if one is configured.
 * The same image again, for example after a lost answer, is not uploaded to the image host twice.
 */
export const setAvatar: Verb<'setAvatar'> = async ({ bank, actor, input, now }) => {
  const { userId } = actor
  if (input.length === 0) throw new Refusal('image_missing')
  const image = await bank.encodeAvatar(input)
  const sha = createHash('sha256').update(image.bytes).digest('hex')
  const { imageHost } = bank.config

  if (!imageHost) {
    const url = avatarUrl(sha)
    await replaceAvatar(bank, { userId, url, now }, (connection) =>
      insertAvatar(connection, userId, { ...image, sha }, now),
    )
    return { avatar: url }
  }
  return bank.oneAtATime(`avatar ${userId}`, async () => {
    const stored = await findHostedAvatar(bank.db, userId, sha)
    if (stored?.startsWith(`${imageHost.origin}/`)) return { avatar: stored }
    const url = await uploadToImageHost(imageHost, image)
    await replaceAvatar(bank, { userId, url, now }, (connection) =>
      insertHostedAvatar(connection, userId, { sha, url }, now),
    )
    return { avatar: url }
  })
}

async function replaceAvatar(
  { db }: Pick<Bank, 'db'>,
  { userId, url, now }: { userId: string; url: string; now: Date },
  insert: (connection: PoolClient) => Promise<void>,
): Promise<void> {
  // Concurrent requests replace the picture one after the other.
  await inUserTransaction(db, userId, async (connection) => {
    await deleteAvatar(connection, userId)
    await insert(connection)
    await setUserAvatar(connection, userId, url)
    await recordOwnAct(connection, { userId, now }, 'avatar_changed')
  })
}
