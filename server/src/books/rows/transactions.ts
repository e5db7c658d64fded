import type { Currency } from '@bank/ledger/currency'
import type { KindName } from '@bank/ledger/kinds'
import type { Rows } from '@bank/ledger/snapshot'
import type { Beneficiary, SealedFacts, Transaction } from '@bank/ledger/transaction'
import type { FirstStatus, Status } from '@bank/ledger/transaction-status'
import { textArray, uuidArray } from '../../postgres/binary-array.ts'
import { copyInto } from '../../postgres/copy-statement.ts'
import type { Statement } from '../../postgres/pipelined-connection.ts'

/** A row of `transactions`, as `sealedColumns` reads it. */
export type SealedTransactionRow = BeneficiaryRow & {
  id: string
  kind: KindName
  source_ledger_account_id: bigint
  destination_ledger_account_id: bigint
  in_transit_ledger_account_id: bigint
  debit_account_id: bigint | null
  credit_account_id: bigint | null
  currency: Currency
  amount_minor: bigint
  debit_detail: string | null
  credit_detail: string | null
  status: Status
  first_status: FirstStatus
  made_by: string
  created_at: Date
}

/** What `beneficiaryColumns` reads. */
export type BeneficiaryRow = {
  beneficiary_name: string | null
  beneficiary_account_number: string | null
  beneficiary_bank_name: string | null
  beneficiary_bank_address: string | null
  beneficiary_swift_code: string | null
  beneficiary_routing_number: string | null
}

/** A row of `transactions` with its reference, as `transactionColumns` reads it. */
export type TransactionRow = SealedTransactionRow & { reference: string | null }

/** The columns of the beneficiary of `transactions`, which is `t` in the query. */
export const beneficiaryColumns = `
  t.beneficiary_name, t.beneficiary_account_number, t.beneficiary_bank_name,
  t.beneficiary_bank_address, t.beneficiary_swift_code, t.beneficiary_routing_number`

/** The columns of `transactions`, which is `t` in the query. */
export const sealedColumns = `
  t.id, t.kind, t.source_ledger_account_id, t.destination_ledger_account_id, t.in_transit_ledger_account_id,
  t.debit_account_id, t.credit_account_id, t.currency, t.amount_minor, t.debit_detail, t.credit_detail,
  t.status, t.first_status, ${beneficiaryColumns}, t.made_by, t.created_at`

/** The columns of `transactions`, which is `t` in the query, and the reference. */
export const transactionColumns = `${sealedColumns}, ${referenceOf('t')} as reference`

/**
 * SQL for the reference of a transaction (its table or alias in the query). A look-up for each row: `exists` may be planned as a
 * scan of the references of all customers.
 */
export function referenceOf(transaction: string): string {
  return `(select r.reference from payee_references r where r.transaction_id = ${transaction}.id)`
}

export const readTransactions: Statement<TransactionRow> = {
  name: 'books-read-transactions',
  text: `select ${transactionColumns} from transactions t where t.id = any($1::uuid[])`,
}

export function transactionOf(row: TransactionRow): Transaction {
  return { ...sealedTransactionOf(row), reference: row.reference }
}

/** The transaction without its reference, which moves no money and is not sealed. */
export function sealedTransactionOf(
  row: SealedTransactionRow,
): SealedFacts & Pick<Transaction, 'status' | 'createdAt'> {
  return {
    id: row.id,
    kind: row.kind,
    route: {
      source: row.source_ledger_account_id,
      inTransit: row.in_transit_ledger_account_id,
      destination: row.destination_ledger_account_id,
    },
    debitAccountId: row.debit_account_id,
    creditAccountId: row.credit_account_id,
    currency: row.currency,
    amountMinor: row.amount_minor,
    debitDetail: row.debit_detail,
    creditDetail: row.credit_detail,
    beneficiary: beneficiaryOf(row),
    status: row.status,
    firstStatus: row.first_status,
    madeBy: row.made_by,
    createdAt: row.created_at.getTime(),
  }
}

/** A row with a part of a beneficiary was changed behind the books: it has one here, so that the seal covers each column. */
export function beneficiaryOf(row: BeneficiaryRow): Beneficiary | null {
  const beneficiary = {
    accountName: row.beneficiary_name!,
    accountNumber: row.beneficiary_account_number!,
    bankName: row.beneficiary_bank_name!,
    bankAddress: row.beneficiary_bank_address!,
    swiftCode: row.beneficiary_swift_code!,
    routingNumber: row.beneficiary_routing_number!,
  }
  return Object.values(beneficiary).every((column) => column === null) ? null : beneficiary
}

export const copyTransactions = copyInto<Transaction>('transactions', {
  id: { type: 'uuid', of: ({ id }) => id },
  kind: { type: 'text', of: ({ kind }) => kind },
  source_ledger_account_id: { type: 'bigint', of: ({ route }) => route.source },
  destination_ledger_account_id: { type: 'bigint', of: ({ route }) => route.destination },
  in_transit_ledger_account_id: { type: 'bigint', of: ({ route }) => route.inTransit },
  debit_account_id: { type: 'bigint', of: ({ debitAccountId }) => debitAccountId },
  credit_account_id: { type: 'bigint', of: ({ creditAccountId }) => creditAccountId },
  currency: { type: 'text', of: ({ currency }) => currency },
  amount_minor: { type: 'bigint', of: ({ amountMinor }) => amountMinor },
  debit_detail: { type: 'text', of: ({ debitDetail }) => debitDetail },
  credit_detail: { type: 'text', of: ({ creditDetail }) => creditDetail },
  status: { type: 'text', of: ({ status }) => status },
  first_status: { type: 'text', of: ({ firstStatus }) => firstStatus },
  beneficiary_name: { type: 'text', of: ({ beneficiary }) => beneficiary?.accountName ?? null },
  beneficiary_account_number: { type: 'text', of: ({ beneficiary }) => beneficiary?.accountNumber ?? null },
  beneficiary_bank_name: { type: 'text', of: ({ beneficiary }) => beneficiary?.bankName ?? null },
  beneficiary_bank_address: { type: 'text', of: ({ beneficiary }) => beneficiary?.bankAddress ?? null },
  beneficiary_swift_code: { type: 'text', of: ({ beneficiary }) => beneficiary?.swiftCode ?? null },
  beneficiary_routing_number: { type: 'text', of: ({ beneficiary }) => beneficiary?.routingNumber ?? null },
  made_by: { type: 'uuid', of: ({ madeBy }) => madeBy },
  created_at: { type: 'timestamptz', of: ({ createdAt }) => createdAt },
})

export const writeReferences: Statement = {
  name: 'books-write-references',
  text: `
  insert into payee_references (transaction_id, reference)
  select unnest($1::uuid[]), unnest($2::text[])`,
}

export function referenceValues(transactions: Rows['transactions']): Buffer[] {
  return [
    uuidArray(transactions.map(({ id }) => id)),
    textArray(transactions.map(({ reference }) => reference)),
  ]
}

export const writeStatuses: Statement = {
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

export function statusValues({ statuses }: Rows): Buffer[] {
  return [
    uuidArray(statuses.map(({ transactionId }) => transactionId)),
    textArray(statuses.map(({ status }) => status)),
  ]
}
