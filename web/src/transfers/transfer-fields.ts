import { formatMoney } from '@bank/contract/format-money'
import { withIban } from '@bank/contract/iban'
import type { MeView } from '@bank/contract/profile/view'
import { amount } from '@bank/contract/rules/amount'
import { type TransferForm, transferForm } from '@bank/contract/transfers/form'
import { canonicalAmount, limitMessage } from '@bank/contract/typed-amount'
import { minorOf } from '@bank/ledger/money'
import type { Control } from 'react-hook-form'
import * as z from 'zod/mini'
import { payeeLabels } from '../beneficiaries/beneficiaries.ts'
import { type WhenName, whenNames } from '../schedules/when-names.ts'
import type { FieldLabels } from '../ui/error-summary.tsx'
import { ungrouped } from './grouped-number.ts'

export type TransferField = keyof TransferForm
/**
 * The form as typed: every value a string (§3). `payee` says for whom, as the URL names it: empty before one is chosen. A
 * payment that is made later has the fields of its days, too.
 */
export type TransferFields = Record<TransferField | 'payee' | WhenName, string>
export type TransferControl = Control<TransferFields, unknown, TransferForm>

/** The state of a navigation to the form: the field that takes the focus, and whether the same payment goes on. */
export type FieldLink = { field: TransferField; isChange?: true }

/** The fields' labels, in the order of the form. */
export const labels = {
  ...payeeLabels,
  amount: 'Amount',
  reference: 'Reference for the payee',
  transaction_pin: 'Transaction PIN',
} as const satisfies Record<TransferField, string> & FieldLabels

export const emptyTransfer = Object.fromEntries(
  ['payee', ...Object.keys(labels), ...whenNames].map((name) => [name, '']),
) as TransferFields

/**
 * The rules of the form: the amount in any usual notation and at most the limit of one transfer, which the bank would refuse
 * only after the review; numbers without the spaces of their groups, and an IBAN once. What is no field of a transfer is not
 * sent. `review` is for a transfer that is reviewed: the review can ask for the PIN itself.
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
  const fields = z.object({
    ...transferForm.shape,
    account_number: z.pipe(z.transform(ungrouped), account_number),
    routing_number: z.pipe(z.transform(ungrouped), routing_number),
    amount: z.pipe(z.transform(canonicalAmount), withinLimit),
  })
  const typed = z.transform(withIban<z.input<typeof fields>>)
  return {
    form: z.pipe(typed, fields),
    review: z.pipe(typed, z.extend(fields, { transaction_pin: z.string() })),
  }
}
