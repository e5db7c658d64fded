import type { Currency } from './currency.ts'
import type { LedgerAccount, LedgerAccountId } from './ledger-account.ts'
import type { Entry, Posting } from './posting.ts'
import type { Transaction } from './transaction.ts'
import { positionOf } from './transaction-status.ts'

// Proves the books from their rows alone. The checks take one row after another, so that books of any size can be read
// in pages. Each returns one line that names the wrong row and the error, or null.

/** A transaction without its reference, which moves no money. */
type CheckedTransaction = Omit<Transaction, 'reference'>

/** All rows of the books. */
export type Books = {
  readonly ledgerAccounts: Iterable<LedgerAccount>
  /** Those of one ledger account in the order of their `seq`. */
  readonly entries: Iterable<Entry>
  readonly postings: Iterable<Posting>
  readonly transactions: Iterable<CheckedTransaction>
}

/** Proves books that fit into memory. Returns the first wrong row, or null. */
export function trialBalance({ ledgerAccounts, entries, postings, transactions }: Books): string | null {
  const entriesOfAccount = Map.groupBy(entries, (entry) => entry.ledgerAccountId)
  const entriesOfPosting = Map.groupBy(entries, (entry) => entry.postingId)
  const postingsOfTransaction = Map.groupBy(postings, (posting) => posting.transactionId)
  const currencyOfAccount = new Map<LedgerAccountId, Currency>()
  const totals = new Map<Currency, bigint>()

  for (const account of ledgerAccounts) {
    currencyOfAccount.set(account.id, account.currency)
    totals.set(account.currency, (totals.get(account.currency) ?? 0n) + account.balanceMinor)
    let reached = noEntry
    for (const entry of entriesOfAccount.get(account.id) ?? []) {
      const fault = entryFault(account, reached, entry)
      if (fault) return fault
      reached = entry
    }
    const fault = accountFault(account, reached)
    if (fault) return fault
    entriesOfAccount.delete(account.id)
  }
  for (const id of entriesOfAccount.keys()) return `ledger account ${id} is missing, but has entries`
  for (const posting of postings) {
    const fault = postingFault(posting, entriesOfPosting.get(posting.id) ?? [])
    if (fault) return fault
    entriesOfPosting.delete(posting.id)
  }
  for (const id of entriesOfPosting.keys()) return `posting ${id} is missing, but has entries`
  for (const transaction of transactions) {
    const own = postingsOfTransaction.get(transaction.id) ?? []
    const fault = transactionFault(transaction, own, (id) => currencyOfAccount.get(id))
    if (fault) return fault
    postingsOfTransaction.delete(transaction.id)
  }
  for (const id of postingsOfTransaction.keys()) return `transaction ${id} is missing, but has postings`
  return totalsFault(totals)
}

/** The last entry of a ledger account that has been checked. */
export type CheckedEntry = Pick<Entry, 'seq' | 'balanceMinor'> & { readonly bookedAt: number | null }

/** The state before the first entry of a ledger account. */
export const noEntry: CheckedEntry = { seq: 0n, balanceMinor: 0n, bookedAt: null }

/** Proves an entry against the one before it: next number, right balance, not earlier, not below the floor. */
export function entryFault(account: LedgerAccount, before: CheckedEntry, entry: Entry): string | null {
  const row = `entry ${entry.seq} of ledger account ${account.id}`
  if (entry.ledgerAccountId !== account.id) return `${row} belongs to ledger account ${entry.ledgerAccountId}`
  if (entry.seq !== before.seq + 1n) return `${row} follows entry ${before.seq}`
  if (entry.balanceMinor !== before.balanceMinor + entry.amountMinor) {
    return `${row} has the balance ${entry.balanceMinor}, but ${before.balanceMinor} and ${entry.amountMinor} are not that`
  }
  if (account.floorMinor !== null && entry.balanceMinor < account.floorMinor) {
    return `${row} has the balance ${entry.balanceMinor}, below the floor ${account.floorMinor}`
  }
  if (before.bookedAt !== null && entry.bookedAt < before.bookedAt) {
    return `${row} is booked before entry ${before.seq}`
  }
  return null
}

/** Proves a ledger account against its last entry. */
export function accountFault(account: LedgerAccount, last: CheckedEntry): string | null {
  const row = `ledger account ${account.id}`
  if (account.balanceMinor !== last.balanceMinor) {
    return `${row} has the balance ${account.balanceMinor}, but its entries come to ${last.balanceMinor}`
  }
  if (account.entrySeq !== last.seq) {
    return `${row} counts ${account.entrySeq} entries, but has ${last.seq}`
  }
  if (account.lastBookedAt !== last.bookedAt) {
    return `${row} was last booked at ${account.lastBookedAt}, but its last entry at ${last.bookedAt}`
  }
  return null
}

/** Proves that a posting has exactly two entries: its amount out of one account and into the other. */
export function postingFault(posting: Posting, entries: readonly Entry[]): string | null {
  const row = `posting ${posting.id}`
  if (entries.length !== 2) return `${row} has ${entries.length} entries, not 2`
  if (posting.debit === posting.credit) return `${row} moves money from a ledger account to itself`
  const sides = [
    [posting.debit, -posting.amountMinor],
    [posting.credit, posting.amountMinor],
  ] as const
  for (const [ledgerAccountId, amountMinor] of sides) {
    const entry = entries.find((one) => one.ledgerAccountId === ledgerAccountId)
    if (!entry) return `${row} has no entry on ledger account ${ledgerAccountId}`
    if (entry.amountMinor !== amountMinor) {
      return `${row} has an entry of ${entry.amountMinor} on ledger account ${ledgerAccountId}, not of ${amountMinor}`
    }
    if (entry.bookedAt !== posting.bookedAt) {
      return `${row} and its entry on ledger account ${ledgerAccountId} differ in when they were booked`
    }
  }
  return null
}

/**
 * Proves that a transaction's money is at the position of its status, and nowhere else, and that each posting moved it to
 * the position of the status it gave. The postings may come in any order: only their sum counts.
 */
export function transactionFault(
  { id, route, amountMinor, firstStatus, status, currency, madeBy, createdAt }: CheckedTransaction,
  postings: readonly Posting[],
  currencyOfAccount: (id: LedgerAccountId) => Currency | undefined,
): string | null {
  const row = `transaction ${id}`
  const positions = [route.source, route.inTransit, route.destination]
  if (new Set(positions).size !== 3) return `${row} has the same ledger account in two positions`

  const moneyAt = new Map<LedgerAccountId, bigint>()
  for (const { id: postingId, status: given, debit, credit, ...posting } of postings) {
    const wrong = `posting ${postingId} of ${row}`
    if (posting.amountMinor !== amountMinor)
      return `${wrong} moves ${posting.amountMinor}, not ${amountMinor}`
    if (!positions.includes(debit))
      return `${wrong} takes the money from ledger account ${debit}, not one of its positions`
    if (credit !== positionOf(given, route)) return `${wrong} made it ${given}, but moved the money elsewhere`
    for (const position of [debit, credit]) {
      if (currencyOfAccount(position) !== currency)
        return `${wrong} is in ${currency}, ledger account ${position} is not`
    }
    moneyAt.set(debit, (moneyAt.get(debit) ?? 0n) - amountMinor)
    moneyAt.set(credit, (moneyAt.get(credit) ?? 0n) + amountMinor)
  }
  const first = postings.find((posting) => posting.id === id)
  if (!first) return `${row} has no first posting`
  if (first.debit !== route.source || first.status !== firstStatus) return `${row} did not begin as it says`
  if (first.madeBy !== madeBy) return `${row} was made by ${madeBy}, its first posting by ${first.madeBy}`
  if (first.bookedAt !== createdAt)
    return `${row} was made at ${createdAt}, its first posting at ${first.bookedAt}`

  // The source gave the amount and the position has it. When the position is the source, both sum up to zero.
  const expected = new Map(positions.map((position) => [position, 0n]))
  expected.set(route.source, -amountMinor)
  const position = positionOf(status, route)
  expected.set(position, (expected.get(position) ?? 0n) + amountMinor)
  for (const [ledgerAccountId, moved] of expected) {
    if ((moneyAt.get(ledgerAccountId) ?? 0n) !== moved) {
      return `${row} is ${status}, but its postings come to ${moneyAt.get(ledgerAccountId) ?? 0n} on ledger account ${ledgerAccountId}, not to ${moved}`
    }
  }
  return null
}

/** Proves that the balances of each currency add up to zero. */
export function totalsFault(totals: ReadonlyMap<Currency, bigint>): string | null {
  for (const [currency, sum] of totals) {
    if (sum !== 0n) return `the balances in ${currency} add up to ${sum}, not to 0`
  }
  return null
}
