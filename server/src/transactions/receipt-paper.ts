import type { BeneficiaryView } from '@bank/contract/beneficiaries/view'
import { formatMoney } from '@bank/contract/format-money'
import type { Side } from '@bank/contract/transactions/description-texts'
import type { TransactionDetailsView } from '@bank/contract/transactions/view'
import type { Status } from '@bank/ledger/transaction-status'
import type { Detail } from '../pdf/address-and-details.ts'
import type { Letterhead } from '../pdf/bank-document.ts'
import type { describeTransaction } from './transaction.ts'

/** The contents of a PDF receipt, as sent to the worker thread that draws it. */
export type PaperReceipt = {
  readonly letterhead: Letterhead
  /** The holder's name and address. */
  readonly address: readonly string[]
  readonly accountNumber: string
  readonly title: string
  readonly amount: string
  readonly status: Status
  /** The meaning of the status. */
  readonly meaning: string
  readonly createdAt: Date
  readonly details: readonly Detail[]
  readonly transactionId: string
}

type Holder = Pick<PaperReceipt, 'letterhead' | 'address' | 'accountNumber'> & { readonly name: string }

/** A transaction as one of its two sides sees it in its details. */
type Receipted = ReturnType<typeof describeTransaction> & Pick<TransactionDetailsView, 'payeeNameMasked'>

/** The receipt of a transaction for one of its two sides. */
export function receiptOf(transaction: Receipted, { name, ...holder }: Holder): PaperReceipt {
  const { id, type, amount, currency, status, createdAt, reference } = transaction
  const own = `${name}, ${holder.accountNumber}, ${holder.letterhead.bankName}`
  return {
    ...holder,
    title: type === 'debit' ? 'Transfer receipt' : 'Transaction receipt',
    amount: formatMoney(amount, currency),
    status,
    meaning: meanings[type][status],
    createdAt,
    details: [
      ...partiesOf(transaction, own),
      ...(reference === null ? [] : [['Reference', reference] as const]),
      ['Transaction ID', id],
    ],
    transactionId: id,
  }
}

function partiesOf(
  { type, beneficiary, description, counterparty, payeeNameMasked }: Receipted,
  own: string,
): Detail[] {
  if (type === 'debit') {
    return [
      ['From', own],
      ...(beneficiary ? detailsOf(beneficiary, payeeNameMasked) : [['Description', description] as const]),
    ]
  }
  return [
    ...(counterparty === null ? [] : [['From', counterparty] as const]),
    ['To', own],
    ['Description', description],
  ]
}

function detailsOf(to: BeneficiaryView, payeeNameMasked: string | null): Detail[] {
  return [
    ['To', to.accountName],
    ['Account number', to.accountNumber],
    // The name beside it is what the sender wrote.
    ...(payeeNameMasked === null ? [] : [['Account holder at this bank', payeeNameMasked] as const]),
    ['Bank', `${to.bankName}, ${to.bankAddress}`],
    ['SWIFT code', to.swiftCode],
    ['Routing number / IBAN', to.routingNumber],
  ]
}

const meanings: Record<Side, Record<Status, string>> = {
  debit: {
    pending:
      'The money has left the account and is on its way. This receipt does not prove that it has arrived.',
    success: 'The money has arrived.',
    failed: 'The transfer did not arrive, and the money is back in the account.',
  },
  credit: {
    pending: 'The money is on its way. This receipt does not prove that it has arrived.',
    success: 'The money is in the account.',
    failed: 'The money is not in the account: it went back to where it came from.',
  },
}
