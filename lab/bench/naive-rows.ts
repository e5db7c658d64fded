import type { Instruction } from '@bank/server/books/instruction'
import type { Link, seal } from '@bank/server/books/seal'

/** A posting as it is sealed, with its two entries. */
export type Posting = Parameters<typeof seal>[1][number]
export type Entry = Posting['entries'][number]
/** What the transfer is. */
export type Facts = Extract<Instruction, { kind: 'open_transaction' }>['facts']

export type PinRow = { readonly salt: Buffer; readonly hash: Buffer; readonly is_active: boolean }
export type AccountRow = {
  readonly id: bigint
  readonly balance_minor: bigint
  readonly entry_seq: bigint
  readonly last_booked_ms: bigint | null
}

/** The sender's PIN, locked, and whether the account is active. */
export const lockPin = `
  select p.salt, p.hash, a.is_active
    from pins p
    join accounts a on a.user_id = p.user_id
   where p.user_id = $1
     for no key update of p`

/** The two accounts, locked in one order, so that no two transfers wait for each other. */
export const lockAccounts = `
  select id, balance_minor, entry_seq, (extract(epoch from last_booked_at) * 1000)::bigint as last_booked_ms
    from ledger_accounts
   where id in ($1, $2)
   order by id desc
     for no key update`

export const insertTransaction = `
  insert into transactions (
    id, source_ledger_account_id, destination_ledger_account_id, in_transit_ledger_account_id, debit_account_id,
    credit_account_id, currency, amount_minor, debit_description, credit_description, status, first_status,
    beneficiary_name, beneficiary_account_number, beneficiary_bank_name, beneficiary_bank_address,
    beneficiary_swift_code, beneficiary_routing_number, made_by, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12, $13, $14, $15, $16, $17, $18, $19)`

export function transactionValues(facts: Facts, createdAt: number): unknown[] {
  const { route, beneficiary } = facts
  return [
    facts.id,
    route.source,
    route.destination,
    route.inTransit,
    facts.debitAccountId,
    facts.creditAccountId,
    facts.currency,
    facts.amountMinor,
    facts.debitDescription,
    facts.creditDescription,
    facts.firstStatus,
    beneficiary?.accountName,
    beneficiary?.accountNumber,
    beneficiary?.bankName,
    beneficiary?.bankAddress,
    beneficiary?.swiftCode,
    beneficiary?.routingNumber,
    facts.madeBy,
    new Date(createdAt),
  ]
}

export const insertPosting = `
  insert into postings (
    id, transaction_id, status, debit_ledger_account_id, credit_ledger_account_id, amount_minor, made_by, booked_at,
    writer_id, batch_no, position)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 1)`

export function postingValues(posting: Posting, { writerId, batchNo }: Link): unknown[] {
  return [
    posting.id,
    posting.transactionId,
    posting.status,
    posting.debit,
    posting.credit,
    posting.amountMinor,
    posting.madeBy,
    new Date(posting.bookedAt),
    writerId,
    batchNo,
  ]
}

export const insertEntry = `
  insert into entries (ledger_account_id, seq, amount_minor, balance_minor, posting_id, booked_at)
  values ($1, $2, $3, $4, $5, $6)`

export function entryValues(entry: Entry): unknown[] {
  const { ledgerAccountId, seq, amountMinor, balanceMinor, postingId, bookedAt } = entry
  return [ledgerAccountId, seq, amountMinor, balanceMinor, postingId, new Date(bookedAt)]
}

export const updateBalance = `
  update ledger_accounts
     set balance_minor = $2, entry_seq = $3, version = version + 1, last_booked_at = $4
   where id = $1`

export function balanceValues({ ledgerAccountId, balanceMinor, seq, bookedAt }: Entry): unknown[] {
  return [ledgerAccountId, balanceMinor, seq, new Date(bookedAt)]
}

export const insertLink = 'insert into batches (writer_id, batch_no, hash) values ($1, $2, $3)'

export function linkValues({ writerId, batchNo, hash }: Link): unknown[] {
  return [writerId, batchNo, hash]
}
