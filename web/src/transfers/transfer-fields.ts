import { formatMoney } from '@bank/contract/format-money'
import type { MeView } from '@bank/contract/profile/view'
import { amount, canonicalAmount, limitMessage } from '@bank/contract/rules/amount'
import { type TransferForm, transferForm } from '@bank/contract/transfers/form'
import { minorOf } from '@bank/ledger/money'
import type { Control } from 'react-hook-form'
import * as z from 'zod/mini'
import type { FieldLabels } from '../ui/error-summary.tsx'
import { ungrouped } from './grouped-number.ts'

export type TransferField = keyof TransferForm
/** The form as typed: every value a string (§3). */
export type TransferFields = Record<TransferField, string>
export type TransferControl = Control<TransferFields, unknown, TransferForm>

/** The state of a navigation to the form: the field that takes the focus. */
export type FieldLink = { field: TransferField }

/** The fields' labels, in the order of the form. */
export const labels = {
  account_name: 'Account name',
  account_number: 'Account number',
  bank_name: 'Bank name',
  bank_address: 'Bank address',
  swift_code: 'Swift code',
  routing_number: 'Routing number / IBAN',
  amount: 'Amount',
  reference: 'Reference for the payee',
  transaction_pin: 'Transaction PIN',
} as const satisfies Record<TransferField, string> & FieldLabels

/** The fields that say whom a transfer goes to. */
export const payeeFields = [
  'account_name',
  'account_number',
  'bank_name',
  'bank_address',
  'swift_code',
  'routing_number',
] as const satisfies readonly TransferField[]
export type PayeeField = (typeof payeeFields)[number]

/** The fields that belong to one payment, and not to the next payee. */
export const paymentFields = ['amount', 'reference'] as const satisfies readonly TransferField[]

export function isPayeeField(field: TransferField): field is PayeeField {
  return (payeeFields as readonly TransferField[]).includes(field)
}

export const emptyTransfer: TransferFields = {
  account_name: '',
  account_number: '',
  bank_name: '',
  bank_address: '',
  swift_code: '',
  routing_number: '',
  amount: '',
  reference: '',
  transaction_pin: '',
}

/**
 * The rules of the form: the amount in any usual notation and at most the limit of one transfer, which the bank would refuse only
 * after the review; numbers without the spaces of their groups.
 */
export function transferRules({ transferLimit, account }: Pick<MeView, 'transferLimit' | 'account'>) {
  const limitMinor = minorOf(transferLimit)
  const withinLimit = amount.check(
    z.refine(
      (amountMinor) => amountMinor <= limitMinor,
      limitMessage(formatMoney(transferLimit, account.currency)),
    ),
  )
  const { account_number, routing_number } = transferForm.shape
  return z.extend(transferForm, {
    account_number: z.pipe(z.transform(ungrouped), account_number),
    routing_number: z.pipe(z.transform(ungrouped), routing_number),
    amount: z.pipe(z.transform(canonicalAmount), withinLimit),
  })
}

/** The rules of a transfer that is reviewed: the review can ask for the PIN itself. */
export function reviewRules(rules: ReturnType<typeof transferRules>) {
  return z.extend(rules, { transaction_pin: z.string() })
}
