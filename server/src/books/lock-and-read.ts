import { ledgerAccountsOf } from '@bank/ledger/command'
import type { Currency } from '@bank/ledger/currency'
import { newBeneficiaryMilliseconds } from '@bank/ledger/new-beneficiaries'
import type { PinLock, Sender, Snapshot } from '@bank/ledger/snapshot'
import type { Status } from '@bank/ledger/transaction-status'
import { bigintArray, textArray, uuidArray } from '../postgres/binary-array.ts'
import type { BoundStatement, PipelinedConnection, Statement } from '../postgres/pipelined-connection.ts'
import { type GuardRow, type GuardRules, guardsIn } from './guard-rows.ts'
import type { Instruction } from './instruction.ts'
import { type PaidBeneficiaryRow, paidBeneficiariesIn } from './paid-beneficiary-rows.ts'
import { type TransactionRow, transactionColumns, transactionOf } from './transaction-row.ts'

/** The salt and hash of a sender's PIN. */
export type PinSecret = { readonly salt: Buffer; readonly hash: Buffer }

/**
 * The first trip of a batch: begins a database transaction, locks the ledger accounts and the senders' PINs, and reads
 * the rows for the decision. The statements are pipelined; those after the locks see what the last holder committed.
 */
export async function lockAndRead(
  connection: PipelinedConnection,
  instructions: readonly Instruction[],
  guardRules: GuardRules,
): Promise<{ snapshot: Snapshot; pinSecrets: ReadonlyMap<string, PinSecret> }> {
  // Encoded before anything is sent: a malformed id throws while no answer is pending.
  const accounts = bigintArray(distinct(instructions.flatMap((each) => ledgerAccountsOf(each))))
  const users = uuidArray(distinct(instructions.flatMap(sendersOf)))
  const ids = uuidArray(instructions.map(idOf))
  const sources = bigintArray(distinct(instructions.flatMap(ownSourcesOf)))
  const changed = distinct(instructions.flatMap(changedTransactionsOf))
  const changedIds = uuidArray(changed)
  const beneficiaries = distinct(instructions.flatMap(newBeneficiariesOf))
  const newSince = BigInt(guardRules.clock() - newBeneficiaryMilliseconds)
  const rowsOf = await readAll(connection, [
    { statement: begin, values: [] },
    { statement: lockLedgerAccounts, values: [accounts] },
    { statement: lockSenders, values: [users, sources] },
    { statement: readGuards, values: [users] },
    { statement: readPostings, values: [ids] },
    // Only where the bank limits new beneficiaries.
    ...(beneficiaries.length > 0
      ? [{ statement: readPaidBeneficiaries, values: [users, textArray(beneficiaries), newSince] }]
      : []),
    // Most batches contain transfers only, which change no status.
    ...(changed.length > 0
      ? [
          { statement: readTransactions, values: [changedIds] },
          { statement: readNoOpStatusChanges, values: [ids] },
        ]
      : []),
  ])
  const postings = rowsOf(readPostings)
  const senders = rowsOf(lockSenders)
  return {
    snapshot: {
      ledgerAccounts: new Map(rowsOf(lockLedgerAccounts).map((row) => [row.id, ledgerAccountOf(row)])),
      transactions: new Map(
        [...postings, ...rowsOf(readTransactions)].map((row) => [row.id, transactionOf(row)]),
      ),
      postings: new Map(
        postings.map((row) => [
          row.posting_id,
          { transactionId: row.id, status: row.posting_status, madeBy: row.posting_made_by },
        ]),
      ),
      noOpStatusChanges: new Map(
        rowsOf(readNoOpStatusChanges).map(({ id, transaction_id, status, made_by }) => [
          id,
          { id, transactionId: transaction_id, status, madeBy: made_by },
        ]),
      ),
      senders: sendersIn(senders, {
        guards: guardsIn(rowsOf(readGuards), guardRules),
        paidBeneficiaries: paidBeneficiariesIn(rowsOf(readPaidBeneficiaries)),
      }),
    },
    pinSecrets: new Map(
      senders.flatMap(({ user_id, salt, hash }) => (salt && hash ? [[user_id, { salt, hash }]] : [])),
    ),
  }
}

/** Sends the statements in one trip. Returns the rows of each; none for a statement that was not sent. */
async function readAll(
  connection: PipelinedConnection,
  trip: readonly BoundStatement[],
): Promise<<Row extends object>(statement: Statement<Row>) => readonly Row[]> {
  const answers = await connection.ask(trip)
  return (statement) => (answers[trip.findIndex((each) => each.statement === statement)] ?? []) as never
}

// Independent of the database's default: under a stricter isolation the statements after the locks would use a snapshot
// from before them.
const begin: Statement = { name: 'books-begin', text: 'begin isolation level read committed' }

// Sorted, so that two batches on the same accounts cannot deadlock. The internal accounts, which nearly every batch needs,
// come last: a batch that waits for a customer's row does not hold them. They have no floor.
const lockLedgerAccounts: Statement<LedgerAccountRow> = {
  name: 'books-lock-ledger-accounts',
  text: `
  select id, currency, balance_minor, floor_minor, closed_at is not null as is_closed, entry_seq, version,
         (extract(epoch from last_booked_at) * 1000)::bigint as last_booked_ms
    from ledger_accounts
   where id = any($1::bigint[])
   order by floor_minor is null, id desc
     for no key update`,
}

// An account is activated and deactivated under the lock of its ledger account, the main one under the locks of all its owner's.
// This batch holds that of the account it debits, or with a pot that of the pot's account, so what this statement reads of it stays
// true until the commit.
const lockSenders: Statement<SenderRow> = {
  name: 'books-lock-senders',
  text: `
  with locked as materialized (
    select user_id, salt, hash, wrong_count, locked_until, last_attempt
      from pins
     where user_id = any($1::uuid[])
     order by user_id
       for no key update
  ), sources as (
    select user_id, id, is_active, is_main, frozen_at is not null as is_frozen
      from accounts
     where user_id = any($1::uuid[])
     union all
    select a.user_id, pot.id, a.is_active, false, false
      from pots pot
      join accounts a on a.id = pot.account_id
     where pot.id = any($2::bigint[])
  )
  select s.user_id, s.id, s.is_active, s.is_main, s.is_frozen, p.salt, p.hash, p.wrong_count, p.last_attempt,
         (extract(epoch from p.locked_until) * 1000)::bigint as locked_until_ms
    from sources s
    left join locked p on p.user_id = s.user_id`,
}

// In a statement of its own, after the locks on the senders' PINs: two accounts of one customer share no other lock, and the last
// holder may have sent from another account.
const readGuards: Statement<GuardRow> = {
  name: 'books-read-guards',
  text: `
  select user_id, currency, payment_limit, day_limit, month_limit, next_payment_limit, next_day_limit,
         next_month_limit, (extract(epoch from next_from) * 1000)::bigint as next_from_ms, day::text as day, day_sent,
         month, month_sent
    from guards
   where user_id = any($1::uuid[])`,
}

// After the locks on the senders' PINs, as the guards are. Each of the two conditions has an index.
const readPaidBeneficiaries: Statement<PaidBeneficiaryRow> = {
  name: 'books-read-paid-beneficiaries',
  text: `
  select user_id, currency, beneficiary, (extract(epoch from first_paid_at) * 1000)::bigint as first_paid_ms, sent
    from paid_beneficiaries
   where user_id = any($1::uuid[]) and beneficiary = any($2::text[])
   union
  select user_id, currency, beneficiary, (extract(epoch from first_paid_at) * 1000)::bigint, sent
    from paid_beneficiaries
   where user_id = any($1::uuid[]) and first_paid_at > to_timestamp($3::bigint * 0.001)`,
}

// A transaction's first posting has its id, so this finds replays of both transfers and status changes.
const readPostings: Statement<PostingRow> = {
  name: 'books-read-postings',
  text: `
  select p.id as posting_id, p.status as posting_status, p.made_by as posting_made_by, ${transactionColumns}
    from postings p
    join transactions t on t.id = p.transaction_id
   where p.id = any($1::uuid[])`,
}

const readTransactions: Statement<TransactionRow> = {
  name: 'books-read-transactions',
  text: `select ${transactionColumns} from transactions t where t.id = any($1::uuid[])`,
}

const readNoOpStatusChanges: Statement<NoOpStatusChangeRow> = {
  name: 'books-read-no-op-changes',
  text: 'select id, transaction_id, status, made_by from no_op_changes where id = any($1::uuid[])',
}

export const readingStatements: readonly Statement[] = [
  begin,
  lockLedgerAccounts,
  lockSenders,
  readGuards,
  readPaidBeneficiaries,
  readPostings,
  readTransactions,
  readNoOpStatusChanges,
]

type LedgerAccountRow = {
  id: bigint
  currency: Currency
  balance_minor: bigint
  floor_minor: bigint | null
  is_closed: boolean
  entry_seq: bigint
  version: bigint
  last_booked_ms: bigint | null
}
/** One row for each account of a sender, and for each pot that is a source. */
type SenderRow = {
  user_id: string
  id: bigint
  is_active: boolean
  is_main: boolean
  /** Only of a main account. */
  is_frozen: boolean
  salt: Buffer | null
  hash: Buffer | null
  wrong_count: number | null
  last_attempt: string | null
  locked_until_ms: bigint | null
}
type NoOpStatusChangeRow = { id: string; transaction_id: string; status: Status; made_by: string }
type PostingRow = TransactionRow & { posting_id: string; posting_status: Status; posting_made_by: string }

function ledgerAccountOf(row: LedgerAccountRow) {
  return {
    id: row.id,
    currency: row.currency,
    balanceMinor: row.balance_minor,
    floorMinor: row.floor_minor,
    isClosed: row.is_closed,
    entrySeq: row.entry_seq,
    version: row.version,
    lastBookedAt: row.last_booked_ms === null ? null : Number(row.last_booked_ms),
  }
}

function sendersIn(
  rows: readonly SenderRow[],
  {
    guards,
    paidBeneficiaries,
  }: {
    guards: ReadonlyMap<string, Sender['guards']>
    paidBeneficiaries: ReadonlyMap<string, Sender['paidBeneficiaries']>
  },
): Map<string, Sender> {
  const senders = new Map<string, Sender>()
  const mainsActive = new Map<string, boolean>()
  for (const row of rows) {
    if (!row.is_main) continue
    const standings = new Map([[row.id, row.is_active]])
    senders.set(row.user_id, {
      standings,
      isFrozen: row.is_frozen,
      guards: guards.get(row.user_id) ?? noGuards,
      paidBeneficiaries: paidBeneficiaries.get(row.user_id) ?? nonePaid,
      pin: pinLockOf(row),
    })
    mainsActive.set(row.user_id, row.is_active)
  }
  for (const row of rows) {
    const sender = senders.get(row.user_id)
    if (row.is_main || !sender) continue
    // While the main account is inactive, so are the others.
    const isActive = row.is_active && mainsActive.get(row.user_id) === true
    senders.set(row.user_id, { ...sender, standings: new Map([...sender.standings, [row.id, isActive]]) })
  }
  return senders
}

const noGuards: Sender['guards'] = new Map()
const nonePaid: Sender['paidBeneficiaries'] = new Map()

function pinLockOf(row: SenderRow): PinLock | null {
  const lockedUntil = row.locked_until_ms === null ? null : Number(row.locked_until_ms)
  return row.wrong_count === null
    ? null
    : { wrongCount: row.wrong_count, lockedUntil, lastAttempt: row.last_attempt }
}

function sendersOf(instruction: Instruction): string[] {
  return instruction.kind === 'open_transaction' && instruction.sender ? [instruction.sender.userId] : []
}

function newBeneficiariesOf(instruction: Instruction): string[] {
  const isLimited = instruction.kind === 'open_transaction' && instruction.newBeneficiary !== undefined
  return isLimited ? [instruction.newBeneficiary.beneficiary] : []
}

/** The sources that may be pots: money leaves a pot without a PIN. */
function ownSourcesOf(instruction: Instruction): bigint[] {
  const isOwn = instruction.kind === 'open_transaction' && instruction.sender?.pin === null
  return isOwn ? [instruction.facts.route.source] : []
}

function changedTransactionsOf(instruction: Instruction): string[] {
  return instruction.kind === 'change_status' ? [instruction.transactionId] : []
}

function idOf(instruction: Instruction): string {
  return instruction.kind === 'change_status' ? instruction.changeId : instruction.facts.id
}

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)]
}
