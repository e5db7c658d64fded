import type { Finding, FindingKind } from '../records.ts'
import type { Books, EntryRow } from './books-rows.ts'

/**
 * Checks balances and entries (I1 to I3): entries add up to zero in each currency, each stored balance is the sum of its entries,
 * each entry's balance follows from the one before, their numbers have no gaps, and no customer was ever below zero.
 */
export function checkBalances({ ledgerAccounts, entries }: Books): Finding[] {
  const findings: Finding[] = []
  const find: Find = (what, detail) => findings.push({ what, detail })
  const ofAccount = Map.groupBy(entries, ({ account }) => account)
  const totals = new Map<string, bigint>()

  for (const { id, kind, currency, balance, entrySeq } of ledgerAccounts) {
    const own = ofAccount.get(id) ?? []
    ofAccount.delete(id)
    const name = `ledger account ${id}`
    const isCustomers = kind === 'customer' || kind === 'pot'
    checkSequence(own, isCustomers, find)
    const sum = own.reduce((total, { amount }) => total + amount, 0n)
    totals.set(currency, (totals.get(currency) ?? 0n) + sum)
    if (sum !== balance) find('wrong balance', `${name} has ${balance}, its entries add up to ${sum}`)
    if (BigInt(own.length) !== entrySeq) {
      find('wrong balance', `${name} counts ${entrySeq} entries and has ${own.length}`)
    }
    if (isCustomers && balance < 0n) find('negative', `${name} has ${balance}`)
  }
  for (const [account] of ofAccount) {
    find('invented', `entries on ledger account ${account}, which does not exist`)
  }
  for (const [currency, total] of totals) {
    if (total !== 0n) find('wrong total', `entries in ${currency} add up to ${total}`)
  }
  return findings
}

type Find = (what: FindingKind, detail: string) => void

function checkSequence(entries: readonly EntryRow[], isCustomers: boolean, find: Find): void {
  let balance = 0n
  let seq = 0n
  for (const entry of entries.toSorted((a, b) => (a.seq < b.seq ? -1 : 1))) {
    const name = `entry ${entry.seq} of ledger account ${entry.account}`
    const has = `${name} has the balance ${entry.balance}`
    if (entry.seq === seq) find('duplicated', `${name} is there twice`)
    else if (entry.seq !== seq + 1n) find('lost', `${name} follows entry ${seq}`)
    if (entry.balance !== balance + entry.amount) {
      find('wrong balance', `${has} after ${balance} and ${entry.amount}`)
    }
    if (isCustomers && entry.balance < 0n) find('negative', has)
    balance = entry.balance
    seq = entry.seq
  }
}
