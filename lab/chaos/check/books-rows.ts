import pg from 'pg'
import type { Status } from '../records.ts'

// The rows of the books as the checker reads them, without the bank's code. Amounts in minor units.

export type LedgerAccountRow = {
  readonly id: bigint
  readonly kind: 'customer' | 'pot' | 'in_transit' | 'settlement'
  readonly currency: string
  readonly balance: bigint
  readonly entrySeq: bigint
}

/** A customer's account: the same id as its row in the books, and the number that customers know. */
export type AccountRow = { readonly id: bigint; readonly number: string; readonly userId: string }

/** The limit of what a customer sends to others in a day, and what is counted. Days are `YYYY-MM-DD`. */
export type DayLimitRow = {
  readonly userId: string
  readonly currency: string
  readonly limit: bigint
  readonly day: string
  readonly sent: bigint
}

export type TransactionRow = {
  readonly id: string
  readonly source: bigint
  readonly inTransit: bigint
  readonly destination: bigint
  readonly currency: string
  readonly amount: bigint
  readonly status: Status
  readonly firstStatus: Status
  /** The day on which it was made. */
  readonly day: string
  /** Null on a funding. */
  readonly beneficiaryNumber: string | null
  readonly reference: string | null
}

export type PostingRow = {
  readonly id: string
  readonly transactionId: string
  readonly status: Status
  readonly debit: bigint
  readonly credit: bigint
  readonly amount: bigint
}

/** A change to the status a transaction had already. */
export type NoOpStatusChangeRow = Pick<PostingRow, 'id' | 'transactionId' | 'status'>

export type EntryRow = {
  readonly account: bigint
  readonly seq: bigint
  readonly amount: bigint
  readonly balance: bigint
  readonly postingId: string
}

/** All rows of one moment. */
export type Books = Awaited<ReturnType<typeof readBooks>>

/** Reads all rows in one snapshot. */
export async function readBooks(connection: pg.Client) {
  await connection.query('begin isolation level repeatable read read only')
  const rows = <Row>(text: string) => read<Row>(connection, text)
  try {
    return {
      ledgerAccounts: await rows<LedgerAccountRow>(
        `select id, kind, currency, balance_minor as balance, entry_seq as "entrySeq" from ledger_accounts`,
      ),
      accounts: await rows<AccountRow>('select id, number, user_id as "userId" from accounts'),
      dayLimits:
        await rows<DayLimitRow>(`select user_id as "userId", currency, day_limit as "limit", day::text as day, day_sent as sent
           from guards
          where day_limit is not null`),
      transactions:
        await rows<TransactionRow>(`select id, source_ledger_account_id as source, in_transit_ledger_account_id as "inTransit",
                destination_ledger_account_id as destination, currency, amount_minor as amount, status,
                first_status as "firstStatus", (created_at at time zone 'UTC')::date::text as day,
                beneficiary_account_number as "beneficiaryNumber",
                reference
           from transactions
           left join payee_references on transaction_id = id`),
      postings:
        await rows<PostingRow>(`select id, transaction_id as "transactionId", status, debit_ledger_account_id as debit,
                credit_ledger_account_id as credit, amount_minor as amount
           from postings`),
      noOpStatusChanges: await rows<NoOpStatusChangeRow>(
        'select id, transaction_id as "transactionId", status from no_op_changes',
      ),
      entries:
        await rows<EntryRow>(`select ledger_account_id as account, seq, amount_minor as amount, balance_minor as balance,
                posting_id as "postingId"
           from entries
          order by ledger_account_id, seq`),
    }
  } finally {
    await connection.query('rollback')
  }
}

const int8 = 20

/** Reads `int8` as bigint. */
const types = {
  getTypeParser: (oid: number) => (oid === int8 ? BigInt : pg.types.getTypeParser(oid)),
}

export async function read<Row>(connection: pg.Client, text: string): Promise<readonly Row[]> {
  const { rows } = await connection.query({ text, types: types as pg.CustomTypesConfig })
  return rows as readonly Row[]
}
