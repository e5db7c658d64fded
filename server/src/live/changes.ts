import type { Change } from '@bank/contract/live/live-message'
import type { Database } from '../postgres/database.ts'
import {
  type AuditedAct,
  type Heads,
  rangesBetween,
  readAuditedActs,
  readBooked,
  readEntrySeqs,
  readStatusChanges,
} from './change-feed.ts'
import { addChange, type Listeners } from './listeners.ts'

// What one poll reads at most. More audit events wait for the next one; of more transactions on an account the last ones are
// named, which is enough for its pages to ask for their lists again.
const auditEventsMax = 1_000
const statusChangesMax = 1_000
const transactionsMax = 20

/** Notes how far the books have got on accounts whose listeners are new, and forgets those without listeners. */
export async function followAccounts(
  { db, listeners }: { db: Database; listeners: Listeners },
  entrySeqs: Map<bigint, bigint>,
): Promise<void> {
  const accountIds = new Set([...listeners].map(({ session }) => session.accountId))
  for (const accountId of entrySeqs.keys()) if (!accountIds.has(accountId)) entrySeqs.delete(accountId)
  const newIds = [...accountIds].filter((accountId) => !entrySeqs.has(accountId))
  if (newIds.length === 0) return
  for (const [accountId, entrySeq] of await readEntrySeqs(db, newIds)) entrySeqs.set(accountId, entrySeq)
}

/** What an audit event changes. */
type AuditedChange = {
  /** The users whose own records or sessions it is about. */
  readonly userIds: readonly string[]
  /** What elevated administrators hear of; null for what is in none of their lists. */
  readonly change: Change | null
}

/** What the audit log says since the last poll, and how far it has been read. */
export async function readAuditedChanges(
  db: Database,
  before: Heads,
  now: Heads,
): Promise<{ audited: AuditedChange[]; auditSeq: bigint }> {
  if (now.auditSeq === before.auditSeq) return { audited: [], auditSeq: before.auditSeq }
  const acts = await readAuditedActs(db, before.auditSeq, auditEventsMax)
  return { audited: acts.map(changeOf), auditSeq: acts.at(-1)?.seq ?? before.auditSeq }
}

/** Acts on sessions, and what people do in their own. They change no user's record. */
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

/** Acts on money, of which the batches tell sooner, and looking at a user, which changes nothing. */
const unheard = new Set(['account_funded', 'transaction_status_set', 'user_opened'])

/** Unless it is listed above, an act is a change of a user's record. */
function changeOf({ actorId, action, target }: AuditedAct): AuditedChange {
  if (unheard.has(action)) return { userIds: [], change: null }
  const userIds = [actorId, target].filter((id) => id !== null)
  if (ofSettings.has(action)) return { userIds, change: { collection: 'settings', id: null } }
  return { userIds, change: ofSessions.has(action) ? null : { collection: 'users', id: target } }
}

/** Has the sessions read again that an audit event may have ended, or whose rights it may have changed. */
export function expireSessions(listeners: Listeners, audited: readonly AuditedChange[]): void {
  const userIds = new Set(audited.flatMap((change) => change.userIds))
  const isForAll = audited.some(({ change }) => change?.collection === 'settings')
  for (const listener of listeners) {
    if (isForAll || userIds.has(listener.session.userId)) listener.readSessionAt = 0
  }
}

/** Adds what the audit log says, for the users it is about and for elevated administrators. */
export function addAuditedChanges(listeners: Listeners, audited: readonly AuditedChange[]): void {
  if (audited.length === 0) return
  const ofUser = Map.groupBy(listeners, ({ session }) => session.userId)
  const elevated = [...listeners].filter(({ session }) => session.elevatedUntil)
  for (const { userIds, change } of audited) {
    for (const id of userIds) {
      for (const listener of ofUser.get(id) ?? []) addChange(listener, { collection: 'users', id })
    }
    if (change) for (const listener of elevated) addChange(listener, change)
  }
}

/** Adds what has been booked since the last poll, for the accounts' owners and for elevated administrators. */
export async function addBookings(
  { db, listeners }: { db: Database; listeners: Listeners },
  entrySeqs: Map<bigint, bigint>,
  before: Heads,
  now: Heads,
): Promise<void> {
  const ranges = rangesBetween(before.batches, now.batches)
  if (ranges.length === 0) return
  const [booked, statusChanges] = await Promise.all([
    readBooked(db, entrySeqs, transactionsMax),
    readStatusChanges(db, ranges, statusChangesMax),
  ])
  const ofAccount = Map.groupBy(listeners, ({ session }) => session.accountId)
  const add = (accountId: bigint | null, id: string) => {
    if (accountId === null) return
    for (const listener of ofAccount.get(accountId) ?? [])
      addChange(listener, { collection: 'transactions', id })
  }
  for (const { accountId, entrySeq, transactionIds } of booked) {
    for (const id of transactionIds) add(accountId, id)
    entrySeqs.set(accountId, entrySeq)
  }
  // A transfer that arrives leaves its sender's account as it was, so no entry tells of it.
  for (const { id, debitAccountId, creditAccountId } of statusChanges) {
    add(debitAccountId, id)
    add(creditAccountId, id)
  }
  for (const listener of listeners) {
    if (listener.session.elevatedUntil) addChange(listener, { collection: 'transactions', id: null })
  }
}
