import type { Currency } from './currency.ts'
import type { LedgerAccount, LedgerAccountId } from './ledger-account.ts'
import type { Entry, Posting } from './posting.ts'
import type { Transaction } from './transaction.ts'
import { positionOf } from './transaction-status.ts'

// Proves the books again from their rows alone. The parts take one row after another, so that books of any size can
// be read in pages; each says which row is wrong and how, in one line, or null where nothing is.

/** Rows of the books, all of them. */
export type Books = {
  readonly ledgerAccounts: Iterable<LedgerAccount>
  /** Those of one ledger account in the order of their `seq`. */
  readonly entries: Iterable<Entry>
  readonly postings: Iterable<Posting>
  readonly transactions: Iterable<Transaction>
}

/** Proves books small enough to be held at once, and names the first wrong row, or gives null. */
export function trialBalance({ ledgerAccounts, entries, postings, transactions }: Books): string | null {
  const entriesOfAccount = Map.groupBy(entries, (entry) => entry.ledgerAccountId)
  const entriesOfPosting = Map.groupBy(entries, (entry) => entry.postingId)
  const postingsOfTransaction = Map.groupBy(postings, (posting) => posting.transactionId)
  const currencyOfAccount = new Map<LedgerAccountId, Currency>()
  const totals = new Map<Currency, bigint>()

  for (const account of ledgerAccounts) {
    currencyOfAccount.set(account.id, account.currency)
    totals.set(account.currency, (totals.get(account.currency) ?? 0n) + account.balanceMinor)
    let reached = noEntryYet
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

/** The last entry that has been followed on a ledger account. */
export type Reached = Pick<Entry, 'seq' | 'balanceMinor'> & { readonly bookedAt: number | null }

/** Where following a ledger account begins. */
export const noEntryYet: Reached = { seq: 0n, balanceMinor: 0n, bookedAt: null }

/** Proves an entry against the one before it: numbered next, added up, not earlier, not below the floor. */
export function entryFault(account: LedgerAccount, before: Reached, entry: Entry): string | null {
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
export function accountFault(account: LedgerAccount, last: Reached): string | null {
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

/** Proves that a posting has two entries and no more: its amount out of the one account and into the other. */
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
 * Proves that a transaction's money is where its status says, and nowhere else, and that each of its postings took it
 * to the place of the status it gave. The postings may come in any order: what counts is where they brought the money.
 */
export function transactionFault(
  { id, route, amountMinor, firstStatus, status, currency, createdAt }: Transaction,
  postings: readonly Posting[],
  currencyOfAccount: (id: LedgerAccountId) => Currency | undefined,
): string | null {
  const row = `transaction ${id}`
  const places = [route.source, route.inTransit, route.destination]
  if (new Set(places).size !== 3) return `${row} has the same ledger account in two places`

  const moneyAt = new Map<LedgerAccountId, bigint>()
  for (const { id: postingId, status: given, debit, credit, ...posting } of postings) {
    const wrong = `posting ${postingId} of ${row}`
    if (posting.amountMinor !== amountMinor)
      return `${wrong} moves ${posting.amountMinor}, not ${amountMinor}`
    if (!places.includes(debit))
      return `${wrong} takes the money from ledger account ${debit}, not a place of its own`
    if (credit !== positionOf(given, route)) return `${wrong} made it ${given}, but moved the money elsewhere`
    for (const place of [debit, credit]) {
      if (currencyOfAccount(place) !== currency)
        return `${wrong} is in ${currency}, ledger account ${place} is not`
    }
    moneyAt.set(debit, (moneyAt.get(debit) ?? 0n) - amountMinor)
    moneyAt.set(credit, (moneyAt.get(credit) ?? 0n) + amountMinor)
  }
  const first = postings.find((posting) => posting.id === id)
  if (!first) return `${row} has no first posting`
  if (first.debit !== route.source || first.status !== firstStatus) return `${row} did not begin as it says`
  if (first.bookedAt !== createdAt)
    return `${row} was made at ${createdAt}, its first posting at ${first.bookedAt}`

  // What the source gave is at the place of the status; where that is the source itself, all of it is back.
  const expected = new Map(places.map((place) => [place, 0n]))
  expected.set(route.source, -amountMinor)
  const place = positionOf(status, route)
  expected.set(place, (expected.get(place) ?? 0n) + amountMinor)
  for (const [ledgerAccountId, moved] of expected) {
    if ((moneyAt.get(ledgerAccountId) ?? 0n) !== moved) {
      return `${row} is ${status}, but its postings come to ${moneyAt.get(ledgerAccountId) ?? 0n} on ledger account ${ledgerAccountId}, not to ${moved}`
    }
  }
  return null
}

/** Proves that the money of each currency adds up to nothing: what one has, another owes. */
export function totalsFault(totals: ReadonlyMap<Currency, bigint>): string | null {
  for (const [currency, sum] of totals) {
    if (sum !== 0n) return `the balances in ${currency} add up to ${sum}, not to 0`
  }
  return null
}
