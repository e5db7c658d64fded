import pg from 'pg'
import type { Status } from '../records.ts'

// The rows of the books as the checker reads them, without the bank's code. Amounts in minor units.

export type LedgerAccountRow = {
  readonly id: bigint
  readonly kind: 'customer' | 'pot' | 'in_transit' | 'settlement' | 'disputes'
  readonly currency: string
  readonly balance: bigint
  readonly entrySeq: bigint
}

/** A customer's account, or a pot: the same id as its row in the books, and the number that customers know, or the pot's id in requests. */
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
  readonly bookedAt: Date
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

/** A transfer whose sender had an undo time. Once it was taken back it has no moments. */
export type ReleaseRow = {
  readonly transactionId: string
  readonly releaseAt: Date | null
  readonly releasedAt: Date | null
  /** It waits although its time is over. */
  readonly isDue: boolean
}

/** A payment for one day, and what became of it: there is more than one row when it was tried twice. */
export type ScheduleRow = {
  readonly id: string
  /** It waits although its time has come. */
  readonly isDue: boolean
  /** Null before it was tried. */
  readonly outcome: 'booked' | 'waiting' | 'failed' | 'skipped' | null
  readonly reason: string | null
  readonly transactionId: string | null
}

/** What waits for a second person, or was decided. */
export type ApprovalRow = {
  readonly id: string
  readonly decision: 'approved' | 'declined' | 'ended' | null
  /** How many events of the audit log say that it was approved. */
  readonly events: bigint
}

/** All rows of one moment. */
export type Books = Awaited<ReturnType<typeof readBooks>>

/** The bank's time zone, and the moment up to which its jobs have had the time to do what was due. */
export type BooksMoment = { readonly timeZone: string; readonly dueUntil: Date }

/** Reads all rows in one snapshot. */
export async function readBooks(connection: pg.Client, { timeZone, dueUntil }: BooksMoment) {
  await connection.query('begin isolation level repeatable read read only')
  const rows = <Row>(text: string, values?: readonly unknown[]) => read<Row>(connection, text, values)
  try {
    return {
      ledgerAccounts: await rows<LedgerAccountRow>(
        `select id, kind, currency, balance_minor as balance, entry_seq as "entrySeq" from ledger_accounts`,
      ),
      accounts: await rows<AccountRow>(`select id, number, user_id as "userId" from accounts
         union all
         select p.id, p.opening_id::text, a.user_id from pots p join accounts a on a.id = p.account_id`),
      dayLimits:
        await rows<DayLimitRow>(`select user_id as "userId", currency, day_limit as "limit", day::text as day, day_sent as sent
           from guards
          where day_limit is not null`),
      transactions: await rows<TransactionRow>(
        `select id, source_ledger_account_id as source, in_transit_ledger_account_id as "inTransit",
                destination_ledger_account_id as destination, currency, amount_minor as amount, status,
                first_status as "firstStatus", (created_at at time zone $1)::date::text as day,
                beneficiary_account_number as "beneficiaryNumber",
                reference
           from transactions
           left join payee_references on transaction_id = id`,
        [timeZone],
      ),
      postings:
        await rows<PostingRow>(`select id, transaction_id as "transactionId", status, debit_ledger_account_id as debit,
                credit_ledger_account_id as credit, amount_minor as amount, booked_at as "bookedAt"
           from postings`),
      noOpStatusChanges: await rows<NoOpStatusChangeRow>(
        'select id, transaction_id as "transactionId", status from no_op_changes',
      ),
      entries:
        await rows<EntryRow>(`select ledger_account_id as account, seq, amount_minor as amount, balance_minor as balance,
                posting_id as "postingId"
           from entries
          order by ledger_account_id, seq`),
      releases: await rows<ReleaseRow>(
        `select transaction_id as "transactionId", release_at as "releaseAt", released_at as "releasedAt",
                released_at is null and coalesce(release_at <= $1, false) as "isDue"
           from releases`,
        [dueUntil],
      ),
      schedules: await rows<ScheduleRow>(
        `select id, s.state = 'active' and s.due_at <= $1 as "isDue", outcome, reason, transaction_id as "transactionId"
           from schedules s
           left join schedule_runs on schedule_id = id`,
        [dueUntil],
      ),
      approvals: await rows<ApprovalRow>(
        `select id, decision, coalesce(given.events, 0) as events
           from approvals
           left join (select details ->> 'approvalId' as approval, count(*) as events
                        from audit_events
                       where action = 'approval_given'
                       group by 1) given on approval = id::text`,
      ),
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

export async function read<Row>(
  connection: pg.Client,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  const { rows } = await connection.query({ text, values: [...values], types: types as pg.CustomTypesConfig })
  return rows as readonly Row[]
}
