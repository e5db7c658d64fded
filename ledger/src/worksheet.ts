import type { LedgerAccount, LedgerAccountId } from './ledger-account.ts'
import type { Entry, NoOpStatusChange, Posting } from './posting.ts'
import { openSenderSheet, type SenderSheet } from './sender-sheet.ts'
import type { Release, Rows, Snapshot, StatusSetting } from './snapshot.ts'
import { type Transaction, takenBackBy } from './transaction.ts'
import type { Status } from './transaction-status.ts'

/** The snapshot, overlaid with the effects of the commands of this batch so far. */
export type Worksheet = Omit<SenderSheet, 'senderRows'> & {
  readonly ledgerAccount: (id: LedgerAccountId) => LedgerAccount | undefined
  readonly transaction: (id: string) => Transaction | undefined
  readonly posting: (id: string) => Pick<Posting, 'transactionId' | 'status' | 'madeBy'> | undefined
  readonly noOpStatusChange: (id: string) => NoOpStatusChange | undefined
  /** The statuses of a transaction after its first. */
  readonly statusChanges: (transactionId: string) => readonly StatusSetting[]
  /** What was taken back of a funding or a provisional credit, in minor units. */
  readonly takenBack: (id: string) => bigint
  /** The release of a transaction that has an undo time. */
  readonly release: (transactionId: string) => Release | undefined
  readonly addTransaction: (transaction: Transaction) => void
  readonly setStatus: (transactionId: string, status: Status) => void
  readonly addPosting: (posting: Posting, entries: readonly [Entry, Entry]) => void
  readonly addNoOpStatusChange: (change: NoOpStatusChange) => void
  readonly setRelease: (transactionId: string, release: Release) => void
  /** The rows to write. The version of each touched ledger account is incremented once. */
  readonly rows: () => Rows
}

export function openWorksheet(snapshot: Snapshot): Worksheet {
  const touchedAccounts = new Map<LedgerAccountId, LedgerAccount>()
  const newTransactions = new Map<string, Transaction>()
  const changedTransactions = new Map<string, Transaction>()
  const newPostings = new Map<string, Posting>()
  const entries: Entry[] = []
  const newNoOpStatusChanges = new Map<string, NoOpStatusChange>()
  const setReleases = new Map<string, Release>()

  const ledgerAccount = (id: LedgerAccountId) => touchedAccounts.get(id) ?? snapshot.ledgerAccounts.get(id)
  const transaction = (id: string) =>
    newTransactions.get(id) ?? changedTransactions.get(id) ?? snapshot.transactions.get(id)
  const { senderRows, ...senders } = openSenderSheet(snapshot.senders)

  return {
    ...senders,
    ledgerAccount,
    transaction,
    posting: (id) => newPostings.get(id) ?? snapshot.postings.get(id),
    noOpStatusChange: (id) => newNoOpStatusChanges.get(id) ?? snapshot.noOpStatusChanges.get(id),
    statusChanges: (transactionId) => [
      ...(snapshot.statusChanges.get(transactionId) ?? []),
      ...[...newPostings.values()].filter(
        (posting) => posting.transactionId === transactionId && posting.id !== transactionId,
      ),
    ],
    takenBack: (id) =>
      [...newTransactions.values()]
        .filter((added) => takenBackBy(added) === id)
        .reduce((sum, { amountMinor }) => sum + amountMinor, snapshot.takenBack.get(id) ?? 0n),
    release: (transactionId) => setReleases.get(transactionId) ?? snapshot.releases.get(transactionId),
    addTransaction: (added) => newTransactions.set(added.id, added),
    setStatus(transactionId, status) {
      const changed = { ...transaction(transactionId)!, status }
      const home = newTransactions.has(transactionId) ? newTransactions : changedTransactions
      home.set(transactionId, changed)
    },
    addPosting(posting, sides) {
      newPostings.set(posting.id, posting)
      for (const entry of sides) {
        entries.push(entry)
        touchedAccounts.set(entry.ledgerAccountId, {
          ...ledgerAccount(entry.ledgerAccountId)!,
          balanceMinor: entry.balanceMinor,
          entrySeq: entry.seq,
          lastBookedAt: entry.bookedAt,
        })
      }
    },
    addNoOpStatusChange: (change) => newNoOpStatusChanges.set(change.id, change),
    setRelease: (transactionId, release) => setReleases.set(transactionId, release),
    rows: () => ({
      transactions: [...newTransactions.values()],
      statuses: [...changedTransactions.values()].map(({ id, status }) => ({ transactionId: id, status })),
      postings: [...newPostings.values()],
      entries,
      ledgerAccounts: [...touchedAccounts.values()].map((account) => ({
        ...account,
        version: account.version + 1n,
      })),
      noOpStatusChanges: [...newNoOpStatusChanges.values()],
      releases: [...setReleases].map(([transactionId, release]) => ({ transactionId, ...release })),
      ...senderRows(),
    }),
  }
}
