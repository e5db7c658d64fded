import type { Rows } from '@bank/ledger/snapshot'
import { type AuditEvent, auditValues, recordAuditEvent } from '../audit/audit-chain.ts'
import { bigintArray, textArray, timestampArray, uuidArray } from '../postgres/binary-array.ts'
import type { PipelinedConnection, Statement } from '../postgres/pipelined-connection.ts'
import type { Link } from './seal.ts'

/** A PIN that was right under the previous key, hashed again with the same salt under the current one. */
export type RekeyedPin = { readonly userId: string; readonly hash: Buffer; readonly keyId: string }

/**
 * The second trip of a batch: writes its rows and commits. The statements fail when a row is missing or the sum is not
 * zero, and then nothing is committed. Resolves when the database has acknowledged the commit.
 */
export async function writeRows(
  connection: PipelinedConnection,
  {
    rows,
    link,
    rekeyedPins,
    auditEvents,
  }: {
    rows: Rows
    /** Null where nothing was booked. */
    link: Link | null
    rekeyedPins: readonly RekeyedPin[]
    /** Of the administrators' acts in the batch. */
    auditEvents: readonly AuditEvent[]
  },
): Promise<void> {
  const referenced = rows.transactions.filter(({ reference }) => reference !== null)
  await connection.ask([
    ...(link ? [{ statement: writeBooks, values: booksValues(rows, link) }] : []),
    ...(referenced.length > 0 ? [{ statement: writeReferences, values: referenceValues(referenced) }] : []),
    // Most batches contain transfers only, which change no status and no PIN's lock.
    ...(rows.statuses.length > 0 ? [{ statement: writeStatuses, values: statusValues(rows) }] : []),
    ...(rows.noOpStatusChanges.length > 0
      ? [{ statement: writeNoOpStatusChanges, values: noOpStatusChangeValues(rows) }]
      : []),
    ...(rows.pins.length > 0 ? [{ statement: writePins, values: pinValues(rows) }] : []),
    ...(rows.guards.length > 0 ? [{ statement: writeGuards, values: guardValues(rows) }] : []),
    ...(rows.paidBeneficiaries.length > 0
      ? [{ statement: writePaidBeneficiaries, values: paidBeneficiaryValues(rows) }]
      : []),
    // Only while a key is being replaced.
    ...rekeyedPins.map((pin) => ({ statement: rekeyPin, values: [pin.userId, pin.hash, pin.keyId] })),
    // The last lock, as in every transaction: no holder of the audit chain's head waits for another lock.
    ...(auditEvents.length > 0 ? [{ statement: waitBriefly, values: [] }] : []),
    ...auditEvents.map((event) => ({ statement: recordAuditEvent, values: auditValues(event) })),
    { statement: commit, values: [] },
  ])
}

// An insert writes all rows or fails; an update skips balances whose version has changed, so they are counted. The arrays
// are unnested in the select list, which keeps no copy of them, as a function in `from` would.
const writeBooks: Statement = {
  name: 'books-write',
  text: `
with new_transactions as (
  insert into transactions (
    id, source_ledger_account_id, destination_ledger_account_id, in_transit_ledger_account_id, debit_account_id,
    credit_account_id, currency, amount_minor, debit_description, credit_description, status, first_status,
    beneficiary_name, beneficiary_account_number, beneficiary_bank_name, beneficiary_bank_address,
    beneficiary_swift_code, beneficiary_routing_number, made_by, created_at)
  select unnest($1::uuid[]), unnest($2::bigint[]), unnest($3::bigint[]), unnest($4::bigint[]),
         unnest($5::bigint[]), unnest($6::bigint[]), unnest($7::text[]), unnest($8::bigint[]),
         unnest($9::text[]), unnest($10::text[]), unnest($11::text[]), unnest($12::text[]),
         unnest($13::text[]), unnest($14::text[]), unnest($15::text[]), unnest($16::text[]),
         unnest($17::text[]), unnest($18::text[]), unnest($19::uuid[]), unnest($20::timestamptz[])
), new_postings as (
  insert into postings (
    id, transaction_id, status, debit_ledger_account_id, credit_ledger_account_id, amount_minor, made_by, booked_at,
    position, writer_id, batch_no)
  select unnest($21::uuid[]), unnest($22::uuid[]), unnest($23::text[]), unnest($24::bigint[]),
         unnest($25::bigint[]), unnest($26::bigint[]), unnest($27::uuid[]), unnest($28::timestamptz[]),
         generate_series(1, cardinality($21::uuid[])), $29::uuid, $30::bigint
), new_entries as (
  insert into entries (ledger_account_id, seq, amount_minor, balance_minor, posting_id, booked_at)
  select unnest($32::bigint[]), unnest($33::bigint[]), unnest($34::bigint[]), unnest($35::bigint[]),
         unnest($36::uuid[]), unnest($37::timestamptz[])
), new_balances as (
  update ledger_accounts l
     set balance_minor = n.balance_minor, entry_seq = n.entry_seq, version = n.version,
         last_booked_at = n.last_booked_at
    from unnest($38::bigint[], $39::bigint[], $40::bigint[], $41::bigint[], $42::timestamptz[])
      as n (id, balance_minor, entry_seq, version, last_booked_at)
   where l.id = n.id and l.version = n.version - 1
  returning 1
), new_link as (
  insert into batches (writer_id, batch_no, hash) values ($29::uuid, $30::bigint, $31::bytea)
)
select 1 / (case when
    cardinality($32::bigint[]) = 2 * cardinality($21::uuid[])
    and (select sum(amount_minor) from unnest($34::bigint[]) as amount_minor) = 0
    and (select count(*) from new_balances) = cardinality($38::bigint[])
  then 1 else 0 end)`,
}

const writeReferences: Statement = {
  name: 'books-write-references',
  text: `
  insert into payee_references (transaction_id, reference)
  select unnest($1::uuid[]), unnest($2::text[])`,
}

const writeStatuses: Statement = {
  name: 'books-write-statuses',
  text: `
with changed as (
  update transactions t
     set status = n.status
    from unnest($1::uuid[], $2::text[]) as n (id, status)
   where t.id = n.id
  returning 1
)
select 1 / (case when (select count(*) from changed) = cardinality($1::uuid[]) then 1 else 0 end)`,
}

const writeNoOpStatusChanges: Statement = {
  name: 'books-write-no-op-changes',
  text: `
  insert into no_op_changes (id, transaction_id, status, made_by)
  select unnest($1::uuid[]), unnest($2::uuid[]), unnest($3::text[]), unnest($4::uuid[])`,
}

const writePins: Statement = {
  name: 'books-write-pins',
  text: `
  update pins p
     set wrong_count = n.wrong_count, locked_until = n.locked_until, last_attempt = n.last_attempt
    from unnest($1::uuid[], $2::bigint[], $3::timestamptz[], $4::uuid[])
      as n (user_id, wrong_count, locked_until, last_attempt)
   where p.user_id = n.user_id`,
}

const writeGuards: Statement = {
  name: 'books-write-guards',
  text: `
with counted as (
  update guards g
     set day = n.day::date, day_sent = n.day_sent, month = n.month, month_sent = n.month_sent
    from unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::bigint[])
      as n (user_id, currency, day, day_sent, month, month_sent)
   where g.user_id = n.user_id and g.currency = n.currency
  returning 1
)
select 1 / (case when (select count(*) from counted) = cardinality($1::uuid[]) then 1 else 0 end)`,
}

// A row that was made meanwhile, from the customer's earlier transactions, stays one of a beneficiary that is no longer new.
const writePaidBeneficiaries: Statement = {
  name: 'books-write-paid-beneficiaries',
  text: `
  insert into paid_beneficiaries (user_id, currency, beneficiary, first_paid_at, sent)
  select unnest($1::uuid[]), unnest($2::text[]), unnest($3::text[]), unnest($4::timestamptz[]), unnest($5::bigint[])
  on conflict (user_id, currency, beneficiary) do update set sent = excluded.sent`,
}

// The row is locked since the first trip, so the PIN is the one that was compared.
const rekeyPin: Statement = {
  name: 'books-rekey-pin',
  text: 'update pins set hash = $2::bytea, key_id = $3::text where user_id = $1::uuid',
}

// Another process may hold the head of the audit chain: the batch is retried later, and releases the ledger accounts until then.
const waitBriefly: Statement = { name: 'books-wait-briefly', text: "set local lock_timeout = '200ms'" }

const commit: Statement = { name: 'books-commit', text: 'commit' }

export const writingStatements: readonly Statement[] = [
  writeBooks,
  writeReferences,
  writeStatuses,
  writeNoOpStatusChanges,
  writePins,
  writeGuards,
  writePaidBeneficiaries,
  rekeyPin,
  waitBriefly,
  recordAuditEvent,
  commit,
]

function booksValues(rows: Rows, link: Link): (string | bigint | Buffer)[] {
  const { transactions, postings, entries, ledgerAccounts } = rows
  return [
    uuidArray(transactions.map(({ id }) => id)),
    bigintArray(transactions.map(({ route }) => route.source)),
    bigintArray(transactions.map(({ route }) => route.destination)),
    bigintArray(transactions.map(({ route }) => route.inTransit)),
    bigintArray(transactions.map(({ debitAccountId }) => debitAccountId)),
    bigintArray(transactions.map(({ creditAccountId }) => creditAccountId)),
    textArray(transactions.map(({ currency }) => currency)),
    bigintArray(transactions.map(({ amountMinor }) => amountMinor)),
    textArray(transactions.map(({ debitDescription }) => debitDescription)),
    textArray(transactions.map(({ creditDescription }) => creditDescription)),
    textArray(transactions.map(({ status }) => status)),
    textArray(transactions.map(({ firstStatus }) => firstStatus)),
    textArray(transactions.map(({ beneficiary }) => beneficiary?.accountName ?? null)),
    textArray(transactions.map(({ beneficiary }) => beneficiary?.accountNumber ?? null)),
    textArray(transactions.map(({ beneficiary }) => beneficiary?.bankName ?? null)),
    textArray(transactions.map(({ beneficiary }) => beneficiary?.bankAddress ?? null)),
    textArray(transactions.map(({ beneficiary }) => beneficiary?.swiftCode ?? null)),
    textArray(transactions.map(({ beneficiary }) => beneficiary?.routingNumber ?? null)),
    uuidArray(transactions.map(({ madeBy }) => madeBy)),
    timestampArray(transactions.map(({ createdAt }) => createdAt)),
    uuidArray(postings.map(({ id }) => id)),
    uuidArray(postings.map(({ transactionId }) => transactionId)),
    textArray(postings.map(({ status }) => status)),
    bigintArray(postings.map(({ debit }) => debit)),
    bigintArray(postings.map(({ credit }) => credit)),
    bigintArray(postings.map(({ amountMinor }) => amountMinor)),
    uuidArray(postings.map(({ madeBy }) => madeBy)),
    timestampArray(postings.map(({ bookedAt }) => bookedAt)),
    link.writerId,
    link.batchNo,
    link.hash,
    bigintArray(entries.map(({ ledgerAccountId }) => ledgerAccountId)),
    bigintArray(entries.map(({ seq }) => seq)),
    bigintArray(entries.map(({ amountMinor }) => amountMinor)),
    bigintArray(entries.map(({ balanceMinor }) => balanceMinor)),
    uuidArray(entries.map(({ postingId }) => postingId)),
    timestampArray(entries.map(({ bookedAt }) => bookedAt)),
    bigintArray(ledgerAccounts.map(({ id }) => id)),
    bigintArray(ledgerAccounts.map(({ balanceMinor }) => balanceMinor)),
    bigintArray(ledgerAccounts.map(({ entrySeq }) => entrySeq)),
    bigintArray(ledgerAccounts.map(({ version }) => version)),
    timestampArray(ledgerAccounts.map(({ lastBookedAt }) => lastBookedAt)),
  ]
}

function referenceValues(transactions: Rows['transactions']): Buffer[] {
  return [
    uuidArray(transactions.map(({ id }) => id)),
    textArray(transactions.map(({ reference }) => reference)),
  ]
}

function statusValues({ statuses }: Rows): Buffer[] {
  return [
    uuidArray(statuses.map(({ transactionId }) => transactionId)),
    textArray(statuses.map(({ status }) => status)),
  ]
}

function noOpStatusChangeValues({ noOpStatusChanges }: Rows): Buffer[] {
  return [
    uuidArray(noOpStatusChanges.map(({ id }) => id)),
    uuidArray(noOpStatusChanges.map(({ transactionId }) => transactionId)),
    textArray(noOpStatusChanges.map(({ status }) => status)),
    uuidArray(noOpStatusChanges.map(({ madeBy }) => madeBy)),
  ]
}

function pinValues({ pins }: Rows): Buffer[] {
  return [
    uuidArray(pins.map(({ userId }) => userId)),
    bigintArray(pins.map(({ wrongCount }) => BigInt(wrongCount))),
    timestampArray(pins.map(({ lockedUntil }) => lockedUntil)),
    uuidArray(pins.map(({ lastAttempt }) => lastAttempt)),
  ]
}

function guardValues({ guards }: Rows): Buffer[] {
  return [
    uuidArray(guards.map(({ userId }) => userId)),
    textArray(guards.map(({ currency }) => currency)),
    textArray(guards.map(({ day }) => day)),
    bigintArray(guards.map(({ daySent }) => daySent)),
    textArray(guards.map(({ month }) => month)),
    bigintArray(guards.map(({ monthSent }) => monthSent)),
  ]
}

function paidBeneficiaryValues({ paidBeneficiaries }: Rows): Buffer[] {
  return [
    uuidArray(paidBeneficiaries.map(({ userId }) => userId)),
    textArray(paidBeneficiaries.map(({ currency }) => currency)),
    textArray(paidBeneficiaries.map(({ beneficiary }) => beneficiary)),
    timestampArray(paidBeneficiaries.map(({ firstPaidAt }) => firstPaidAt)),
    bigintArray(paidBeneficiaries.map(({ sentMinor }) => sentMinor)),
  ]
}
