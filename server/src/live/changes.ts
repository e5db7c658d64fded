import { changesOf } from '@bank/contract/audit/actions'
import type { Database } from '../postgres/database.ts'
import {
  type AuditedAct,
  type Heads,
  rangesBetween,
  readAuditedActs,
  readBookings,
  readEntrySeqs,
  readStatusChanges,
} from './change-feed.ts'
import type { RowChange } from './dialect.ts'
import { addChange, type Listener, type Listeners } from './listeners.ts'

// The limits of one poll. Further audit events are read by the next poll. Of an account's transactions only the last are named,
// which is enough for its pages to load their lists again.
const auditEventsMax = 1_000
const statusChangesMax = 1_000
const transactionsMax = 20

/** Reads the last entries of accounts with new listeners into `entrySeqs`, and removes accounts without listeners. */
export async function followAccounts(
  { db, listeners }: { db: Database; listeners: Listeners },
  entrySeqs: Map<bigint, bigint>,
): Promise<void> {
  const accountIds = new Set([...listeners].flatMap(({ session }) => [...session.accounts.keys()]))
  for (const accountId of entrySeqs.keys()) if (!accountIds.has(accountId)) entrySeqs.delete(accountId)
  const newIds = [...accountIds].filter((accountId) => !entrySeqs.has(accountId))
  if (newIds.length === 0) return
  for (const [accountId, entrySeq] of await readEntrySeqs(db, newIds)) entrySeqs.set(accountId, entrySeq)
}

/** What an audit event changes. */
type AuditedChange = {
  /** The users whose records or sessions it is about. */
  readonly userIds: readonly string[]
  /** The change that elevated administrators are sent; null for an event that changes none of their lists. */
  readonly change: RowChange | null
}

/** The changes of the audit events since the last poll, and the number of the last event read. */
export async function readAuditedChanges(
  db: Database,
  before: Heads,
  now: Heads,
): Promise<{ audited: AuditedChange[]; auditSeq: bigint }> {
  if (now.auditSeq === before.auditSeq) return { audited: [], auditSeq: before.auditSeq }
  const acts = await readAuditedActs(db, before.auditSeq, auditEventsMax)
  return { audited: acts.map(changeOf), auditSeq: acts.at(-1)?.seq ?? before.auditSeq }
}

function changeOf({ actorId, action, target, customerId }: AuditedAct): AuditedChange {
  const changes = changesOf(action)
  if (changes === 'nothing') return { userIds: [], change: null }
  const userIds = [actorId, target, customerId].filter((id) => id !== null)
  if (changes === 'settings') return { userIds, change: { collection: 'settings', id: null } }
  if (changes === 'sessions') return { userIds, change: null }
  return { userIds, change: { collection: 'users', id: target, isNew: changes === 'new_record' } }
}

/** Marks the sessions that an audit event may have ended or changed, so that they are read again. */
export function expireSessions(listeners: Listeners, audited: readonly AuditedChange[]): void {
  const userIds = new Set(audited.flatMap((change) => change.userIds))
  const isForAll = audited.some(({ change }) => change?.collection === 'settings')
  for (const listener of listeners) {
    if (isForAll || userIds.has(listener.session.userId)) listener.readSessionAt = 0
  }
}

/** Adds the changes of audit events, for the users they are about and for elevated administrators. */
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
    readBookings(db, entrySeqs, transactionsMax),
    readStatusChanges(db, ranges, statusChangesMax),
  ])
  const ofAccount = new Map<bigint, Listener[]>()
  for (const listener of listeners) {
    for (const id of listener.session.accounts.keys()) {
      ofAccount.set(id, [...(ofAccount.get(id) ?? []), listener])
    }
  }
  const add = (accountId: bigint | null, row: Omit<RowChange, 'collection'>) => {
    if (accountId === null) return
    for (const listener of ofAccount.get(accountId) ?? []) {
      const number = listener.session.accounts.get(accountId)
      addChange(listener, { collection: 'transactions', ...row, ...(number && { account: number }) })
    }
  }
  for (const { accountId, entrySeq, id, isNew, isCredit } of booked) {
    add(accountId, { id, isNew, isCredit })
    entrySeqs.set(accountId, entrySeq)
  }
  // When a transfer arrives, its sender's account has no new entry.
  for (const { id, debitAccountId, creditAccountId } of statusChanges) {
    add(debitAccountId, { id })
    add(creditAccountId, { id, isCredit: true })
  }
  for (const listener of listeners) {
    if (listener.session.elevatedUntil) addChange(listener, { collection: 'transactions', id: null })
  }
}
