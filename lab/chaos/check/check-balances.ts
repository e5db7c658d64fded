import type { Finding } from '../records.ts'
import type { Books, EntryRow } from './books-rows.ts'

/**
 * Checks balances and entries (I1 to I3): entries add up to zero in each currency, each stored balance is the sum of its entries,
 * each entry's balance follows from the one before, their numbers have no gaps, and no customer was ever below zero.
 */
export function checkBalances({ ledgerAccounts, entries }: Books): Finding[] {
  const findings: Finding[] = []
  const ofAccount = Map.groupBy(entries, ({ account }) => account)
  const totals = new Map<string, bigint>()

  for (const { id, kind, currency, balance, entrySeq } of ledgerAccounts) {
    const own = ofAccount.get(id) ?? []
    ofAccount.delete(id)
    const isCustomers = kind === 'customer' || kind === 'pot'
    findings.push(...checkSequence(own, isCustomers))
    const sum = own.reduce((total, { amount }) => total + amount, 0n)
    totals.set(currency, (totals.get(currency) ?? 0n) + sum)
    if (sum !== balance) {
      findings.push({
        what: 'wrong balance',
        detail: `ledger account ${id} has ${balance}, its entries add up to ${sum}`,
      })
    }
    if (BigInt(own.length) !== entrySeq) {
      findings.push({
        what: 'wrong balance',
        detail: `ledger account ${id} counts ${entrySeq} entries and has ${own.length}`,
      })
    }
    if (isCustomers && balance < 0n) {
      findings.push({ what: 'negative', detail: `ledger account ${id} has ${balance}` })
    }
  }
  for (const [account] of ofAccount) {
    findings.push({ what: 'invented', detail: `entries on ledger account ${account}, which does not exist` })
  }
  for (const [currency, total] of totals) {
    if (total !== 0n)
      findings.push({ what: 'wrong total', detail: `entries in ${currency} add up to ${total}` })
  }
  return findings
}

function checkSequence(entries: readonly EntryRow[], isCustomer: boolean): Finding[] {
  const findings: Finding[] = []
  let balance = 0n
  let seq = 0n
  for (const entry of entries.toSorted((a, b) => (a.seq < b.seq ? -1 : 1))) {
    const name = `entry ${entry.seq} of ledger account ${entry.account}`
    if (entry.seq === seq) findings.push({ what: 'duplicated', detail: `${name} is there twice` })
    else if (entry.seq !== seq + 1n) {
      findings.push({ what: 'lost', detail: `${name} follows entry ${seq}` })
    }
    if (entry.balance !== balance + entry.amount) {
      findings.push({
        what: 'wrong balance',
        detail: `${name} has the balance ${entry.balance} after ${balance} and ${entry.amount}`,
      })
    }
    if (isCustomer && entry.balance < 0n) {
      findings.push({ what: 'negative', detail: `${name} has the balance ${entry.balance}` })
    }
    balance = entry.balance
    seq = entry.seq
  }
  return findings
}
