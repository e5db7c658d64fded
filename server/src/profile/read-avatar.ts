import type { Verb } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { findAvatar } from './avatar.ts'

/** The caller's own picture, and in an elevated session every picture. Throws `avatar_not_found` for all others. */
export const readAvatar: Verb<'readAvatar'> = async ({ bank, actor, params }) => {
  const ownerId = actor.elevatedUntil === null ? actor.userId : null
  const bytes = await findAvatar(bank.db, params.id, ownerId)
  if (!bytes) throw new Refusal('avatar_not_found')
  return bytes
}
