import type {
  DisputeIntent,
  Finding,
  FundingIntent,
  Intent,
  LogRecord,
  Outcome,
  TransferIntent,
} from '../records.ts'
import type { Books, NoOpStatusChangeRow, PostingRow, TransactionRow } from './books-rows.ts'
import { creditIdOf, takingBackIdOf } from './check-credits.ts'
import { roundUpOf } from './check-releases.ts'
import { transactionIdOf } from './check-schedules.ts'

/**
 * Checks the books against the clients' log (I4 to I6): each acknowledged request exists once and as it was sent, everything has an
 * intent, and refused requests had no effect.
 */
export function checkLog(books: Books, log: readonly LogRecord[]): Finding[] {
  const known: Known = { intents: new Map(), outcomes: new Map() }
  for (const record of log) {
    if (record.kind === 'outcome') {
      known.outcomes.set(record.key, record.was)
      continue
    }
    known.intents.set(record.key, record)
    if (record.kind === 'dispute') {
      for (const id of [creditIdOf(record), takingBackIdOf(record)]) known.intents.set(id, record)
    }
    if (record.kind !== 'schedule' && record.kind !== 'transfer') continue
    const key = record.kind === 'schedule' ? transactionIdOf(record) : record.key
    const transfer = { ...record, kind: 'transfer' as const, key }
    const roundUp = roundUpOf(transfer)
    for (const each of roundUp ? [transfer, roundUp] : [transfer]) known.intents.set(each.key, each)
  }
  return [
    ...checkTransactions(books, known),
    ...checkPostings(books, known),
    ...books.noOpStatusChanges.flatMap((row) => checkChange(`no-op status change ${row.id}`, row, known)),
    ...checkAcknowledged(books, known),
  ]
}

/** The records of the log by their keys. */
type Known = { readonly intents: Map<string, Intent>; readonly outcomes: Map<string, Outcome['was']> }

function checkTransactions(books: Books, { intents, outcomes }: Known): Finding[] {
  const expected = openExpectations(books)
  const seen = new Set<string>()
  return books.transactions.flatMap((row): Finding[] => {
    const intent = intents.get(row.id)
    const name = `transaction ${row.id}`
    if (seen.has(row.id)) return [{ what: 'duplicated', detail: `${name} exists twice` }]
    seen.add(row.id)
    if (intent?.kind !== 'transfer' && intent?.kind !== 'funding' && intent?.kind !== 'dispute') {
      return [{ what: 'invented', detail: `${name} has no intent` }]
    }
    if (outcomes.get(row.id) === 'refused') return [{ what: 'refused but done', detail: name }]
    const wanted = intent.kind === 'transfer' ? expected.ofTransfer(intent) : expected.byBank(intent, row)
    const found = textOf({ ...row, inTransit: expected.firstInTransit(row.inTransit) })
    return wanted === found ? [] : [{ what: 'altered', detail: `${name} is ${found}, not ${wanted}` }]
  })
}

function checkPostings({ transactions, postings, releases }: Books, known: Known): Finding[] {
  const released = new Set(releases.flatMap((row) => (row.releasedAt === null ? [] : row.transactionId)))
  const isRelease = ({ id, transactionId, status }: PostingRow) =>
    status === 'success' && released.has(transactionId) && !known.intents.has(id)
  const findings: Finding[] = []
  const firstOf = new Set<string>()
  const seen = new Set<string>()
  for (const posting of postings) {
    const { id, transactionId } = posting
    const name = `posting ${id}`
    if (seen.has(id)) {
      findings.push({ what: 'duplicated', detail: `${name} exists twice` })
      continue
    }
    seen.add(id)
    if (id === transactionId) firstOf.add(id)
    else if (!isRelease(posting)) findings.push(...checkChange(name, posting, known))
  }
  for (const { id } of transactions) {
    if (!firstOf.has(id)) findings.push({ what: 'lost', detail: `transaction ${id} has no first posting` })
    firstOf.delete(id)
  }
  for (const id of firstOf) findings.push({ what: 'invented', detail: `posting ${id} has no transaction` })
  return findings
}

/** A status change must have an intent with the same contents, and must not have been refused. */
function checkChange(
  name: string,
  { id, transactionId, status }: NoOpStatusChangeRow,
  { intents, outcomes }: Known,
): Finding[] {
  const intent = intents.get(id)
  if (intent?.kind !== 'status') return [{ what: 'invented', detail: `${name} has no intent` }]
  if (outcomes.get(id) === 'refused') return [{ what: 'refused but done', detail: name }]
  if (intent.transaction === transactionId && intent.status === status) return []
  const wanted = `${intent.status} for ${intent.transaction}`
  return [{ what: 'altered', detail: `${name} is ${status} for ${transactionId}, not ${wanted}` }]
}

function checkAcknowledged(
  { transactions, postings, noOpStatusChanges, schedules }: Books,
  { intents, outcomes }: Known,
): Finding[] {
  const made = new Set(transactions.map(({ id }) => id))
  const changed = new Set([...postings, ...noOpStatusChanges].map(({ id }) => id))
  const scheduled = new Set(schedules.map(({ id }) => id))
  const places = { transfer: made, funding: made, status: changed, schedule: scheduled, dispute: made }
  const isThere = ({ kind }: Intent, key: string) => kind === 'freeze' || places[kind].has(key)

  return [...outcomes].flatMap(([key, was]): Finding[] => {
    const intent = intents.get(key)
    if (was !== 'ok' || intent === undefined || isThere(intent, key)) return []
    return [{ what: 'lost', detail: `${intent.kind} ${key} was acknowledged and is missing` }]
  })
}

/** What a transaction must be, as `textOf` writes it, by its intent. */
function openExpectations({ accounts, ledgerAccounts }: Books) {
  const ledgerAccountOf = new Map(accounts.map(({ number, id }) => [number, id]))
  const currencyOf = new Map(ledgerAccounts.map(({ id, currency }) => [id, currency]))
  const internal = (kind: string, currency: string) =>
    ledgerAccounts.find((account) => account.kind === kind && account.currency === currency)?.id ?? 0n
  return {
    /** The first in-transit account of a currency for any of them: which one a transaction has depends on its process. */
    firstInTransit(id: bigint): bigint {
      const isInTransit = ledgerAccounts.some((account) => account.id === id && account.kind === 'in_transit')
      return isInTransit ? internal('in_transit', currencyOf.get(id) ?? '') : id
    },
    ofTransfer({ from, to, isInside, isOwn, waits, amount, reference }: TransferIntent) {
      const source = ledgerAccountOf.get(from) ?? 0n
      const currency = currencyOf.get(source) ?? ''
      const receiver = isInside ? ledgerAccountOf.get(to) : undefined
      return textOf({
        source,
        destination: receiver ?? internal('settlement', currency),
        inTransit: internal('in_transit', currency),
        currency,
        amount: minorOf(amount),
        firstStatus: receiver === undefined || waits ? 'pending' : 'success',
        beneficiaryNumber: isOwn ? null : to,
        reference: reference ?? null,
      })
    },
    /** A movement between an account and one of the bank's, of a funding or a dispute. A taking back stops at the balance. */
    byBank(intent: FundingIntent | DisputeIntent, { id, amount: moved }: TransactionRow) {
      const isDispute = intent.kind === 'dispute'
      const account = ledgerAccountOf.get(isDispute ? intent.from : intent.to) ?? 0n
      const currency = currencyOf.get(account) ?? ''
      const own = internal(isDispute ? 'disputes' : 'settlement', currency)
      const isTakingBack = isDispute && id === takingBackIdOf(intent)
      const most = minorOf(intent.amount)
      return textOf({
        source: isTakingBack ? account : own,
        destination: isTakingBack ? own : account,
        inTransit: internal('in_transit', currency),
        currency,
        amount: isTakingBack && moved < most ? moved : most,
        firstStatus: 'success',
        beneficiaryNumber: null,
        reference: null,
      })
    },
  }
}

function textOf(row: Omit<TransactionRow, 'id' | 'status' | 'day'>): string {
  const { amount, currency, source, inTransit, destination, firstStatus, beneficiaryNumber, reference } = row
  return `${amount} ${currency} from ${source} over ${inTransit} to ${destination} (${beneficiaryNumber}), ${firstStatus}, for ${reference}`
}

/** `12.34` is 1234. */
function minorOf(amount: string): bigint {
  return BigInt(amount.replace('.', ''))
}
