import type { Database } from '../postgres/database.ts'
import {
  type Heads,
  readAuditEvents,
  readBooked,
  readEntrySeqs,
  readStatusChanges,
  stretchesBetween,
} from './change-feed.ts'
import { note } from './listener.ts'
import type { Listeners } from './listeners.ts'
import { type News, newsOf } from './news.ts'

type Given = {
  readonly db: Database
  readonly listeners: Listeners
}

// What one look takes in at most. More audit events wait for the next; more transactions are told as "many".
const auditEventsMax = 1_000
const statusChangesMax = 1_000
const transactionsMax = 20

/** Notes how far the books have got for those who have come since the last look, and forgets those who have gone. */
export async function followAccounts(
  { db, listeners }: Given,
  entrySeqs: Map<bigint, bigint>,
): Promise<void> {
  for (const accountId of entrySeqs.keys()) {
    if (listeners.ofAccount(accountId).size === 0) entrySeqs.delete(accountId)
  }
  const arrived = new Set<bigint>()
  for (const { session } of listeners.all()) {
    if (!entrySeqs.has(session.accountId)) arrived.add(session.accountId)
  }
  if (arrived.size === 0) return
  for (const [accountId, entrySeq] of await readEntrySeqs(db, [...arrived])) {
    entrySeqs.set(accountId, entrySeq)
  }
}

/** What the audit log says since the last look, and how far it has been read. */
export async function readAuditNews(
  { db, listeners }: Given,
  before: Heads,
  now: Heads,
): Promise<{ news: News[]; auditSeq: bigint }> {
  if (now.auditSeq === before.auditSeq) return { news: [], auditSeq: before.auditSeq }
  const events = await readAuditEvents(db, before.auditSeq, auditEventsMax)
  const news = events.map(newsOf)
  for (const { userIds, change } of news) {
    // What happened to a user may have ended their sessions, or changed what these may do.
    for (const userId of userIds) for (const listener of listeners.ofUser(userId)) listener.lookAt = 0
    if (change?.collection === 'settings') for (const listener of listeners.all()) listener.lookAt = 0
  }
  return { news, auditSeq: events.at(-1)?.seq ?? before.auditSeq }
}

/** Notes what the audit log says, for those it is about and for administrators at their work. */
export function noteAuditNews({ listeners }: Pick<Given, 'listeners'>, news: readonly News[]): void {
  for (const { userIds, change } of news) {
    for (const userId of userIds) {
      for (const listener of listeners.ofUser(userId)) note(listener, { collection: 'users', id: userId })
    }
    if (!change) continue
    for (const listener of listeners.all()) if (listener.session.elevatedUntil) note(listener, change)
  }
}

/** Notes what has been booked since the last look, for the owners and for administrators at their work. */
export async function noteBookings(
  { db, listeners }: Given,
  entrySeqs: Map<bigint, bigint>,
  before: Heads,
  now: Heads,
): Promise<void> {
  const stretches = stretchesBetween(before.batches, now.batches)
  if (stretches.length === 0) return
  const [booked, statusChanges] = await Promise.all([
    readBooked(db, entrySeqs, transactionsMax),
    readStatusChanges(db, stretches, statusChangesMax),
  ])
  const noteFor = (accountId: bigint | null, id: string | null) => {
    if (accountId === null) return
    for (const listener of listeners.ofAccount(accountId)) note(listener, { collection: 'transactions', id })
  }
  for (const { accountId, entrySeq, transactionIds } of booked) {
    if (transactionIds.length === transactionsMax) noteFor(accountId, null)
    for (const id of transactionIds) noteFor(accountId, id)
    entrySeqs.set(accountId, entrySeq)
  }
  // A transfer that arrives leaves its sender's account as it was, so there is no entry to tell of it.
  for (const { id, debitAccountId, creditAccountId } of statusChanges) {
    noteFor(debitAccountId, id)
    noteFor(creditAccountId, id)
  }
  for (const listener of listeners.all()) {
    if (listener.session.elevatedUntil) note(listener, { collection: 'transactions', id: null })
  }
}
