import type { endpoints } from '@bank/contract/endpoints'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { findAvatar } from './avatar.ts'

/** The caller's own picture, and in an elevated session every picture. Throws `avatar_not_found` for all others. */
export async function readAvatar({
  bank,
  actor,
  params,
  answer,
}: Call<typeof endpoints.readAvatar>): Promise<Uint8Array> {
  const ownerId = actor.elevatedUntil === null ? actor.userId : null
  const bytes = await findAvatar(bank.db, params.id, ownerId)
  if (!bytes) throw new Refusal('avatar_not_found')
  // The URL always returns the same picture; the browser revalidates whether the user may still see it.
  answer.header('cache-control', 'private, no-cache')
  answer.header('etag', `"${params.id}"`)
  return bytes
}
