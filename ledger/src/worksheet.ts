import type { Currency } from './currency.ts'
import type { Guard } from './guard.ts'
import type { LedgerAccount, LedgerAccountId } from './ledger-account.ts'
import type { Entry, NoOpStatusChange, Posting } from './posting.ts'
import type { PinLock, Rows, Sender, Snapshot } from './snapshot.ts'
import type { Transaction } from './transaction.ts'
import type { Status } from './transaction-status.ts'

/** The snapshot, overlaid with the effects of the commands of this batch so far. */
export type Worksheet = {
  readonly ledgerAccount: (id: LedgerAccountId) => LedgerAccount | undefined
  readonly transaction: (id: string) => Transaction | undefined
  readonly posting: (id: string) => Pick<Posting, 'transactionId' | 'status' | 'madeBy'> | undefined
  readonly noOpStatusChange: (id: string) => NoOpStatusChange | undefined
  readonly sender: (userId: string) => Sender | undefined
  readonly addTransaction: (transaction: Transaction) => void
  readonly setStatus: (transactionId: string, status: Status) => void
  readonly addPosting: (posting: Posting, entries: readonly [Entry, Entry]) => void
  readonly addNoOpStatusChange: (change: NoOpStatusChange) => void
  readonly setPin: (userId: string, pin: PinLock) => void
  readonly setGuard: (userId: string, currency: Currency, guard: Guard) => void
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
  const changedSenders = new Map<string, Sender>()
  const changedPins = new Map<string, PinLock>()
  const changedGuards = new Map<string, Rows['guards'][number]>()

  const ledgerAccount = (id: LedgerAccountId) => touchedAccounts.get(id) ?? snapshot.ledgerAccounts.get(id)
  const transaction = (id: string) =>
    newTransactions.get(id) ?? changedTransactions.get(id) ?? snapshot.transactions.get(id)
  const sender = (userId: string) => changedSenders.get(userId) ?? snapshot.senders.get(userId)

  return {
    ledgerAccount,
    transaction,
    posting: (id) => newPostings.get(id) ?? snapshot.postings.get(id),
    noOpStatusChange: (id) => newNoOpStatusChanges.get(id) ?? snapshot.noOpStatusChanges.get(id),
    sender,
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
    setPin(userId, pin) {
      changedSenders.set(userId, { ...sender(userId)!, pin })
      changedPins.set(userId, pin)
    },
    setGuard(userId, currency, guard) {
      const known = sender(userId)!
      changedSenders.set(userId, { ...known, guards: new Map(known.guards).set(currency, guard) })
      changedGuards.set(`${userId} ${currency}`, { userId, currency, ...guard })
    },
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
      pins: [...changedPins].map(([userId, pin]) => ({ userId, ...pin })),
      guards: [...changedGuards.values()],
    }),
  }
}
