import type { endpoints } from '@bank/contract/endpoints'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { findAvatar } from './avatar.ts'

/** One's own picture; an administrator at work sees everybody's. Others' are not found, like one that does not exist. */
export async function readAvatar({
  bank,
  actor,
  params,
  answer,
}: Call<typeof endpoints.readAvatar>): Promise<Uint8Array> {
  const ownerId = actor.elevatedUntil === null ? actor.userId : null
  const bytes = await findAvatar(bank.db, params.id, ownerId)
  if (!bytes) throw new Refusal('avatar_not_found')
  // Under this address there is never another picture; the browser asks each time whether its owner may still see it.
  answer.header('cache-control', 'private, no-cache')
  answer.header('etag', `"${params.id}"`)
  return bytes
}
