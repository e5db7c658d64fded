import type { Finding, FundingIntent, Intent, LogRecord, Outcome, TransferIntent } from '../records.ts'
import type { Books, NoOpStatusChangeRow, TransactionRow } from './books-rows.ts'

/**
 * The books against what the clients wrote down (I4 to I6): what was acknowledged is there once and as it was sent, nothing is
 * there that nobody intended, and what was refused has not happened.
 */
export function checkLog(books: Books, log: readonly LogRecord[]): Finding[] {
  const intents = new Map<string, Intent>()
  const outcomes = new Map<string, Outcome['was']>()
  for (const record of log) {
    if (record.kind === 'outcome') outcomes.set(record.key, record.was)
    else intents.set(record.key, record)
  }
  const facts = factsOf(books)
  return [
    ...checkTransactions(books, intents, outcomes, facts),
    ...checkPostings(books, intents, outcomes),
    ...books.noOpStatusChanges.flatMap((row) =>
      checkChange(`no-op status change ${row.id}`, row, intents, outcomes),
    ),
    ...checkAcknowledged(books, intents, outcomes),
  ]
}

type Intents = ReadonlyMap<string, Intent>
type Outcomes = ReadonlyMap<string, Outcome['was']>

function checkTransactions(
  { transactions }: Books,
  intents: Intents,
  outcomes: Outcomes,
  facts: Facts,
): Finding[] {
  const seen = new Set<string>()
  return transactions.flatMap((row): Finding[] => {
    const intent = intents.get(row.id)
    const name = `transaction ${row.id}`
    if (seen.has(row.id)) return [{ what: 'duplicated', detail: `${name} is there twice` }]
    seen.add(row.id)
    if (intent === undefined || intent.kind === 'status') {
      return [{ what: 'invented', detail: `${name} was intended by nobody` }]
    }
    if (outcomes.get(row.id) === 'refused') return [{ what: 'done though refused', detail: name }]
    const wanted = intent.kind === 'transfer' ? facts.ofTransfer(intent) : facts.ofFunding(intent)
    const found = told(row)
    return wanted === found ? [] : [{ what: 'altered', detail: `${name} is ${found}, not ${wanted}` }]
  })
}

function checkPostings({ transactions, postings }: Books, intents: Intents, outcomes: Outcomes): Finding[] {
  const findings: Finding[] = []
  const firstOf = new Set<string>()
  const seen = new Set<string>()
  for (const posting of postings) {
    const { id, transactionId } = posting
    const name = `posting ${id}`
    if (seen.has(id)) {
      findings.push({ what: 'duplicated', detail: `${name} is there twice` })
      continue
    }
    seen.add(id)
    if (id === transactionId) firstOf.add(id)
    else findings.push(...checkChange(name, posting, intents, outcomes))
  }
  for (const { id } of transactions) {
    if (!firstOf.has(id)) findings.push({ what: 'lost', detail: `transaction ${id} has no first posting` })
    firstOf.delete(id)
  }
  for (const id of firstOf) findings.push({ what: 'invented', detail: `posting ${id} has no transaction` })
  return findings
}

/** A change of a status, whether it has booked something or not, is one that a clerk requested and the bank did not refuse. */
function checkChange(
  name: string,
  { id, transactionId, status }: NoOpStatusChangeRow,
  intents: Intents,
  outcomes: Outcomes,
): Finding[] {
  const intent = intents.get(id)
  if (intent?.kind !== 'status') return [{ what: 'invented', detail: `${name} was intended by nobody` }]
  if (outcomes.get(id) === 'refused') return [{ what: 'done though refused', detail: name }]
  if (intent.transaction === transactionId && intent.status === status) return []
  const wanted = `${intent.status} for ${intent.transaction}`
  return [{ what: 'altered', detail: `${name} is ${status} for ${transactionId}, not ${wanted}` }]
}

function checkAcknowledged(
  { transactions, postings, noOpStatusChanges }: Books,
  intents: Intents,
  outcomes: Outcomes,
): Finding[] {
  const made = new Set(transactions.map(({ id }) => id))
  const changed = new Set([...postings, ...noOpStatusChanges].map(({ id }) => id))
  const isThere = ({ kind, key }: Intent) => (kind === 'status' ? changed : made).has(key)

  return [...outcomes].flatMap(([key, was]): Finding[] => {
    const intent = intents.get(key)
    if (was !== 'ok' || intent === undefined || isThere(intent)) return []
    return [{ what: 'lost', detail: `${intent.kind} ${key} was acknowledged and is not there` }]
  })
}

type Facts = {
  readonly ofTransfer: (intent: TransferIntent) => string
  readonly ofFunding: (intent: FundingIntent) => string
}

/** What a transaction has to be, from its intent and from who has which account. */
function factsOf({ accounts, ledgerAccounts }: Books): Facts {
  const ledgerAccountOf = new Map(accounts.map(({ number, id }) => [number, id]))
  const currencyOf = new Map(ledgerAccounts.map(({ id, currency }) => [id, currency]))
  const own = (kind: string, currency: string) =>
    ledgerAccounts.find((account) => account.kind === kind && account.currency === currency)?.id ?? 0n
  return {
    ofTransfer({ from, to, isInside, amount }) {
      const source = ledgerAccountOf.get(from) ?? 0n
      const currency = currencyOf.get(source) ?? ''
      const receiver = isInside ? ledgerAccountOf.get(to) : undefined
      return told({
        source,
        destination: receiver ?? own('settlement', currency),
        inTransit: own('in_transit', currency),
        currency,
        amount: minorOf(amount),
        firstStatus: receiver === undefined ? 'pending' : 'success',
        beneficiaryNumber: to,
      })
    },
    ofFunding({ to, amount }) {
      const destination = ledgerAccountOf.get(to) ?? 0n
      const currency = currencyOf.get(destination) ?? ''
      return told({
        source: own('settlement', currency),
        destination,
        inTransit: own('in_transit', currency),
        currency,
        amount: minorOf(amount),
        firstStatus: 'success',
        beneficiaryNumber: null,
      })
    },
  }
}

function told(row: Omit<TransactionRow, 'id' | 'status'>): string {
  const { amount, currency, source, inTransit, destination, firstStatus, beneficiaryNumber } = row
  return `${amount} ${currency} from ${source} over ${inTransit} to ${destination} (${beneficiaryNumber}), ${firstStatus}`
}

/** `12.34` is 1234. */
function minorOf(amount: string): bigint {
  return BigInt(amount.replace('.', ''))
}
