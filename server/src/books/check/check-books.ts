import type { Client } from 'pg'
import { checkAuditEvents } from './audit-events.ts'
import { checkChains } from './chains.ts'
import type { CheckResult } from './check-result.ts'
import { checkLedgerAccounts } from './ledger-accounts.ts'
import { checkPostings } from './postings.ts'
import { checkTransactions } from './transactions.ts'

/** What the check of all the books found. */
export type Verdict = {
  /** The promise that is broken, and the first row that breaks it. Null where the books are in order. */
  readonly broken: { readonly promise: string; readonly fault: string } | null
  readonly rows: Readonly<Record<Part, number>>
}

type Part = 'entries' | 'postings' | 'transactions' | 'batches' | 'audit events'

const parts: readonly {
  readonly part: Part
  readonly promise: string
  readonly check: (connection: Client) => Promise<CheckResult>
}[] = [
  {
    part: 'entries',
    promise: 'Each balance is the sum of its entries, none is missing, and what one has another owes',
    check: checkLedgerAccounts,
  },
  {
    part: 'postings',
    promise: 'Each posting takes its amount out of one ledger account and puts it into another, once',
    check: checkPostings,
  },
  {
    part: 'transactions',
    promise: 'The money of each transaction is where its status says, and nowhere else',
    check: checkTransactions,
  },
  { part: 'batches', promise: 'What is written in the books is never changed', check: checkChains },
  {
    part: 'audit events',
    promise: 'What is written in the audit log is never changed',
    check: checkAuditEvents,
  },
]

/**
 * Proves the books again from their rows, as they are at one moment, without a lock on anything: a bank at work goes on.
 * Reads in pages, so that the memory it takes does not grow with the books. `say` hears what has been proved.
 */
export async function checkBooks(connection: Client, say: (line: string) => void): Promise<Verdict> {
  const rows = { entries: 0, postings: 0, transactions: 0, batches: 0, 'audit events': 0 }
  await connection.query('begin isolation level repeatable read read only')
  try {
    // The whole of each query is read, which takes its time; a bank's own limits are for its own work.
    await connection.query(
      `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
       set local cursor_tuple_fraction = 1; set local work_mem = '64MB'`,
    )
    for (const { part, promise, check } of parts) {
      const finding = await check(connection)
      rows[part] = finding.rows
      if (finding.fault !== null) return { broken: { promise, fault: finding.fault }, rows }
      say(`${promise}: ${finding.rows.toLocaleString('en-US')} ${part}.`)
    }
    return { broken: null, rows }
  } finally {
    await connection.query('rollback')
  }
}
