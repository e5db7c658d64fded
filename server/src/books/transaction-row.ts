import type { Currency } from '@bank/ledger/currency'
import type { Beneficiary, SealedFacts, Transaction } from '@bank/ledger/transaction'
import type { FirstStatus, Status } from '@bank/ledger/transaction-status'

/** A row of `transactions`, as `sealedColumns` reads it. */
export type SealedTransactionRow = {
  id: string
  source_ledger_account_id: bigint
  destination_ledger_account_id: bigint
  in_transit_ledger_account_id: bigint
  debit_account_id: bigint | null
  credit_account_id: bigint | null
  currency: Currency
  amount_minor: bigint
  debit_description: string | null
  credit_description: string | null
  status: Status
  first_status: FirstStatus
  beneficiary_name: string | null
  beneficiary_account_number: string | null
  beneficiary_bank_name: string | null
  beneficiary_bank_address: string | null
  beneficiary_swift_code: string | null
  beneficiary_routing_number: string | null
  made_by: string
  created_at: Date
}

/** A row of `transactions` with its reference, as `transactionColumns` reads it. */
export type TransactionRow = SealedTransactionRow & { reference: string | null }

/** The columns of `transactions`, which is `t` in the query. */
export const sealedColumns = `
  t.id, t.source_ledger_account_id, t.destination_ledger_account_id, t.in_transit_ledger_account_id,
  t.debit_account_id, t.credit_account_id, t.currency, t.amount_minor, t.debit_description, t.credit_description,
  t.status, t.first_status, t.beneficiary_name, t.beneficiary_account_number, t.beneficiary_bank_name,
  t.beneficiary_bank_address, t.beneficiary_swift_code, t.beneficiary_routing_number, t.made_by, t.created_at`

/** The columns of `transactions`, which is `t` in the query, and the reference. */
export const transactionColumns = `${sealedColumns}, ${referenceOf('t')} as reference`

/**
 * SQL for the reference of a transaction (its table or alias in the query). A look-up for each row: `exists` may be planned as a
 * scan of the references of all customers.
 */
export function referenceOf(transaction: string): string {
  return `(select r.reference from payee_references r where r.transaction_id = ${transaction}.id)`
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
    route: {
      source: row.source_ledger_account_id,
      inTransit: row.in_transit_ledger_account_id,
      destination: row.destination_ledger_account_id,
    },
    debitAccountId: row.debit_account_id,
    creditAccountId: row.credit_account_id,
    currency: row.currency,
    amountMinor: row.amount_minor,
    debitDescription: row.debit_description,
    creditDescription: row.credit_description,
    beneficiary: beneficiaryOf(row),
    status: row.status,
    firstStatus: row.first_status,
    madeBy: row.made_by,
    createdAt: row.created_at.getTime(),
  }
}

function beneficiaryOf(row: SealedTransactionRow): Beneficiary | null {
  if (row.beneficiary_name === null) return null
  return {
    accountName: row.beneficiary_name,
    accountNumber: row.beneficiary_account_number!,
    bankName: row.beneficiary_bank_name!,
    bankAddress: row.beneficiary_bank_address!,
    swiftCode: row.beneficiary_swift_code!,
    routingNumber: row.beneficiary_routing_number!,
  }
}
