import type { Change } from '@bank/contract/live/live-message'
import type { Told } from './change-feed.ts'

/** Whom an audit event concerns, and what others are told of it. */
export type News = {
  /** The users whose own records or sessions it is about. */
  readonly userIds: readonly string[]
  /** What administrators at their work hear of; null for what is not in any of their lists. */
  readonly change: Change | null
}

/** What becomes of sessions, and what people do in their own. It changes nobody's record. */
const ofSessions = new Set([
  'signed_in',
  'signed_out',
  'sign_in_blocked',
  'session_confirmed',
  'session_ended',
  'other_sessions_ended',
  'signed_out_everywhere',
  'passcode_entered',
  'passcode_blocked',
  'administration_refused',
  'audit_log_downloaded',
])

const ofSettings = new Set(['passcode_changed'])

/** The batches tell of what is booked, sooner and better; and a look changes nothing. */
const toNobody = new Set(['account_funded', 'transaction_status_set', 'user_opened'])

/** What an audit event tells those who listen. What nobody has said otherwise of is a change of a user's record. */
export function newsOf({ actorId, action, target }: Told): News {
  if (toNobody.has(action)) return { userIds: [], change: null }
  const userIds = [actorId, target].filter((id) => id !== null)
  if (ofSettings.has(action)) return { userIds, change: { collection: 'settings', id: null } }
  return { userIds, change: ofSessions.has(action) ? null : { collection: 'users', id: target } }
}
