import type { Client } from 'pg'
import { checkAuditEvents } from './audit-events.ts'
import { checkChains } from './chains.ts'
import type { CheckResult } from './check-result.ts'
import { checkLedgerAccounts } from './ledger-accounts.ts'
import { checkPostings } from './postings.ts'
import { checkTransactions } from './transactions.ts'

/** The result of checking all books. */
export type BooksVerdict = {
  /** The violated invariant and the first wrong row. Null when the books are in order. */
  readonly broken: { readonly invariant: string; readonly fault: string } | null
  readonly rows: Readonly<Record<RowKind, number>>
}

type RowKind = 'entries' | 'postings' | 'transactions' | 'batches' | 'audit events'

const checks: readonly {
  readonly kind: RowKind
  readonly invariant: string
  readonly check: (connection: Client) => Promise<CheckResult>
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
                 ('work_mem', '64MB')) wanted (name, value)
   where name in (select name from pg_settings)`

/**
 * Proves the books from their rows, in one snapshot and without locks, so it can run beside a working bank. Reads in
 * pages: its memory does not grow with the books. Reports each proved invariant to `report`.
 */
export async function checkBooks(connection: Client, report: (line: string) => void): Promise<BooksVerdict> {
  const rows = { entries: 0, postings: 0, transactions: 0, batches: 0, 'audit events': 0 }
  await connection.query('begin isolation level repeatable read read only')
  try {
    await connection.query(useSettings)
    for (const { kind, invariant, check } of checks) {
      const result = await check(connection)
      rows[kind] = result.rows
      if (result.fault !== null) return { broken: { invariant, fault: result.fault }, rows }
      report(`${invariant}: ${result.rows.toLocaleString('en-US')} ${kind}.`)
      for (const proof of result.proofs ?? []) report(proof)
    }
    return { broken: null, rows }
  } finally {
    await connection.query('rollback')
  }
}
