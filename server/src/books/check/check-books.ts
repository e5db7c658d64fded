import { formatMinor } from '@bank/ledger/money'
import type { Client } from 'pg'
import { checkAuditEvents } from './audit-events.ts'
import { checkChains } from './chains.ts'
import type { CheckResult, Reader, Slice } from './check-result.ts'
import { checkLedgerAccounts } from './ledger-accounts.ts'
import type { MoneyPosition } from './money-position.ts'
import { checkPostings } from './postings.ts'
import { checkTransactions } from './transactions.ts'

/** The result of checking all books. */
export type BooksVerdict = {
  /** The violated invariant and the first wrong row. Null when the books are in order. */
  readonly broken: { readonly invariant: string; readonly fault: string } | null
  readonly rows: Readonly<Record<CheckedRows, number>>
  /** Where the money of each currency is. Empty when a ledger account is wrong. */
  readonly positions: readonly MoneyPosition[]
}

/** The rows that a check reads. */
export type CheckedRows = 'entries' | 'postings' | 'transactions' | 'batches' | 'audit events'

/** How far a check is: the rows that it reads now, and how many of all kinds it has read. */
export type CheckProgress = { readonly step: CheckedRows; readonly rowsChecked: number }

const checks: readonly {
  readonly kind: CheckedRows
  readonly invariant: string
  // biome-ignore lint/suspicious/noExplicitAny: each check takes only what it has returned itself.
  readonly check: (connection: Reader, slice: Slice<any>) => Promise<CheckResult>
}[] = [
  {
    kind: 'entries',
    invariant:
      'Each balance is the sum of its entries, no entry is missing, and each currency adds up to zero',
    check: checkLedgerAccounts,
  },
  {
    kind: 'postings',
    invariant: 'Each posting debits one ledger account and credits another with its amount, once',
    check: checkPostings,
  },
  {
    kind: 'transactions',
    invariant: 'The money of each transaction is at the position of its status, and nowhere else',
    check: checkTransactions,
  },
  { kind: 'batches', invariant: 'What is written in the books is never changed', check: checkChains },
  {
    kind: 'audit events',
    invariant: 'What is written in the audit log is never changed',
    check: checkAuditEvents,
  },
]

// Each query reads a whole table: the timeouts of the program's requests do not apply. Other engines do not know all settings.
const useSettings = `
  select set_config(name, value, true)
    from (values ('statement_timeout', '0'),
                 ('idle_in_transaction_session_timeout', '0'),
                 ('cursor_tuple_fraction', '1'),
                 ('max_parallel_workers_per_gather', '0'),
                 ('work_mem', '64MB')) wanted (name, value)
   where name in (select name from pg_settings)`

/**
 * Proves the books from their rows, in one snapshot and without locks, so it can run beside a working bank. Reads in
 * pages: its memory does not grow with the books. Reports each proved invariant to `report`. More connections to the same database,
 * `beside`, prove more invariants at once.
 */
export async function checkBooks(
  connection: Client,
  report: (line: string) => void,
  beside: readonly Client[] = [],
): Promise<BooksVerdict> {
  const rows = { entries: 0, postings: 0, transactions: 0, batches: 0, 'audit events': 0 }
  const faults = new Map<string, string>()
  let positions: readonly MoneyPosition[] = []
  const waiting = checks.values()
  async function proveWaiting(client: Client): Promise<void> {
    for (const { kind, invariant, check } of waiting) {
      const result = await check(client, everything)
      rows[kind] = result.rows
      if (result.fault !== null) faults.set(invariant, result.fault)
      positions = result.positions ?? positions
      if (faults.size > 0) return
      report(`${invariant}: ${result.rows.toLocaleString('en-US')} ${kind}.`)
      for (const position of result.positions ?? []) report(debtText(position))
    }
  }
  try {
    await openSnapshot(connection, beside)
    await Promise.all([connection, ...beside].map(proveWaiting))
    // The first one in their order, whichever connection was faster: those before a broken invariant were all begun.
    const invariant = checks.map((one) => one.invariant).find((name) => faults.has(name))
    const broken = invariant === undefined ? null : { invariant, fault: faults.get(invariant)! }
    return { broken, rows, positions }
  } finally {
    await Promise.allSettled([connection, ...beside].map((client) => client.query('rollback')))
  }
}

function debtText(position: MoneyPosition): string {
  const { currency, accountsMinor, potsMinor, inTransitMinor, settlementMinor, disputesMinor } = position
  const owedMinor = -(inTransitMinor + settlementMinor + disputesMinor)
  const [accounts, pots, debt] = [accountsMinor, potsMinor, owedMinor].map((minor) => formatMinor(minor))
  return `In ${currency}, customers' accounts with ${accounts} and pots with ${pots} add up to the bank's debt of ${debt}.`
}

const everything = { after: null, rowsMax: Number.POSITIVE_INFINITY }

/**
 * Proves the books like `checkBooks`, and each slice of about `rowsMax` rows in a snapshot of its own, so that no snapshot is old
 * (docs/decisions/0068-the-books-are-checked-nightly.md). Tells `onSlice` what it has read, and waits for it.
 */
export async function checkBooksInSlices(
  connection: Reader,
  rowsMax: number,
  onSlice: (progress: CheckProgress) => Promise<void> = async () => {},
): Promise<BooksVerdict> {
  const rows = { entries: 0, postings: 0, transactions: 0, batches: 0, 'audit events': 0 }
  let positions: readonly MoneyPosition[] = []
  for (const { kind, invariant, check } of checks) {
    let after: unknown = null
    do {
      await connection.query(`${begin}; ${useSettings}`)
      const result = await check(connection, { after, rowsMax })
      await connection.query('rollback')
      rows[kind] += result.rows
      positions = result.positions ?? positions
      if (result.fault !== null) return { broken: { invariant, fault: result.fault }, rows, positions }
      await onSlice({ step: kind, rowsChecked: Object.values(rows).reduce((sum, count) => sum + count) })
      after = result.next
    } while (after !== undefined)
  }
  return { broken: null, rows, positions }
}

const begin = 'begin isolation level repeatable read read only'

/** Begins a database transaction on each connection, all in the snapshot of the first. */
async function openSnapshot(connection: Client, beside: readonly Client[]): Promise<void> {
  await connection.query(begin)
  await connection.query(useSettings)
  if (beside.length === 0) return
  const { rows } = await connection.query<{ id: string }>('select pg_export_snapshot() as id')
  for (const client of beside) {
    await client.query(begin)
    await client.query(`set transaction snapshot '${rows[0]!.id}'`)
    await client.query(useSettings)
  }
}
