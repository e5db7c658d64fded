import type { Command } from '../src/command.ts'
import { decide, type Outcome } from '../src/decide.ts'
import type { LedgerAccount, LedgerAccountId } from '../src/ledger-account.ts'
import type { Entry, NoOpStatusChange, Posting } from '../src/posting.ts'
import type { Release, Rows, Sender, StatusSetting } from '../src/snapshot.ts'
import { type Transaction, takenBackBy } from '../src/transaction.ts'

/** The whole books of a small bank: every row the database would hold. They serve as the snapshot of any batch. */
export type Books = {
  readonly ledgerAccounts: ReadonlyMap<LedgerAccountId, LedgerAccount>
  readonly transactions: ReadonlyMap<string, Transaction>
  readonly postings: ReadonlyMap<string, Posting>
  readonly entries: readonly Entry[]
  readonly noOpStatusChanges: ReadonlyMap<string, NoOpStatusChange>
  readonly statusChanges: ReadonlyMap<string, readonly StatusSetting[]>
  readonly releases: ReadonlyMap<string, Release>
  readonly senders: ReadonlyMap<string, Sender>
  readonly takenBack: ReadonlyMap<string, bigint>
}

/** Decides a batch and writes what it says. */
export function decideAndWrite(
  books: Books,
  commands: readonly Command[],
  now: number,
): { readonly outcomes: readonly Outcome[]; readonly books: Books } {
  const { outcomes, rows } = decide(books, commands, now)
  return { outcomes, books: write(books, rows) }
}

/** The books with a batch's rows written to them. Throws where the database would refuse a row. */
export function write(books: Books, rows: Rows): Books {
  const ledgerAccounts = new Map(books.ledgerAccounts)
  const transactions = new Map(books.transactions)
  const postings = new Map(books.postings)
  const entries = [...books.entries]
  const noOpStatusChanges = new Map(books.noOpStatusChanges)
  const statusChanges = new Map(books.statusChanges)
  const releases = new Map(books.releases)
  const senders = new Map(books.senders)
  const takenBack = new Map(books.takenBack)

  for (const transaction of rows.transactions) {
    demand(!transactions.has(transaction.id), `transaction ${transaction.id} is written once`)
    transactions.set(transaction.id, transaction)
    const fundingId = takenBackBy(transaction)
    if (fundingId) takenBack.set(fundingId, (takenBack.get(fundingId) ?? 0n) + transaction.amountMinor)
  }
  for (const { transactionId, status } of rows.statuses) {
    transactions.set(transactionId, { ...known(transactions, transactionId), status })
  }
  for (const posting of rows.postings) {
    demand(!postings.has(posting.id), `posting ${posting.id} is written once`)
    postings.set(posting.id, posting)
    const { id, transactionId } = posting
    const earlier = statusChanges.get(transactionId) ?? []
    if (id !== transactionId) statusChanges.set(transactionId, [...earlier, posting])
  }
  for (const entry of rows.entries) {
    const taken = entries.some((e) => e.ledgerAccountId === entry.ledgerAccountId && e.seq === entry.seq)
    demand(!taken, `entry ${entry.seq} of ledger account ${entry.ledgerAccountId} is written once`)
    entries.push(entry)
  }
  const touched = new Set<LedgerAccountId>()
  for (const account of rows.ledgerAccounts) {
    demand(!touched.has(account.id), `ledger account ${account.id} is updated once in a batch`)
    touched.add(account.id)
    const raised = known(ledgerAccounts, account.id).version + 1n
    demand(account.version === raised, `the version of ledger account ${account.id} is raised by one`)
    ledgerAccounts.set(account.id, account)
  }
  for (const change of rows.noOpStatusChanges) {
    demand(!noOpStatusChanges.has(change.id), `no-op status change ${change.id} is written once`)
    noOpStatusChanges.set(change.id, change)
  }
  for (const { transactionId, ...release } of rows.releases) {
    known(transactions, transactionId)
    releases.set(transactionId, release)
  }
  for (const { userId, ...pin } of rows.pins) {
    senders.set(userId, { ...known(senders, userId), pin })
  }
  for (const { userId, currency, ...guard } of rows.guards) {
    const sender = known(senders, userId)
    senders.set(userId, { ...sender, guards: new Map(sender.guards).set(currency, guard) })
  }
  for (const { userId, currency, beneficiary, ...paid } of rows.paidBeneficiaries) {
    const sender = known(senders, userId)
    const ofCurrency = new Map(sender.paidBeneficiaries.get(currency)).set(beneficiary, paid)
    const paidBeneficiaries = new Map(sender.paidBeneficiaries).set(currency, ofCurrency)
    senders.set(userId, { ...sender, paidBeneficiaries })
  }
  return {
    ledgerAccounts,
    transactions,
    postings,
    entries,
    noOpStatusChanges,
    statusChanges,
    releases,
    senders,
    takenBack,
  }
}

/** The rows by themselves, as `check-books` reads them. */
export function rowsOf({ ledgerAccounts, transactions, postings, entries }: Books) {
  return {
    ledgerAccounts: [...ledgerAccounts.values()],
    transactions: [...transactions.values()],
    postings: [...postings.values()],
    entries,
  }
}

function known<Key, Row>(rows: ReadonlyMap<Key, Row>, key: Key): Row {
  const row = rows.get(key)
  if (row === undefined) throw new Error(`there is no row ${key} to update`)
  return row
}

function demand(kept: boolean, promise: string): void {
  if (!kept) throw new Error(`broken: ${promise}`)
}
