import { currencies } from '@bank/ledger/currency'
import { kindNames } from '@bank/ledger/kinds'
import { statuses } from '@bank/ledger/transaction-status'
import * as z from 'zod/mini'
import { decimal, moment } from '../answer-formats.ts'
import { beneficiaryView } from '../beneficiaries/view.ts'

/** The facts of a transfer. They never change, so a repeat always gets the same answer. */
export const transferReceipt = z.object({
  id: z.uuid(),
  kind: z.enum(kindNames),
  amount: decimal,
  currency: z.enum(currencies),
  description: z.string(),
  beneficiary: beneficiaryView,
  /** What the sender wrote for the payee. */
  reference: z.nullable(z.string()),
  /** The status it was created with: `success` inside the bank, `pending` with an undo time and to another bank. */
  firstStatus: z.enum(statuses),
  createdAt: moment,
})

export type TransferReceipt = z.output<typeof transferReceipt>

/** How a name that a sender wrote compares with the name of an account's holder. */
const nameComparisons = ['match', 'close_match', 'no_match'] as const

/** What a sender learns of a payee before the transfer (decision 72). */
export const payeeCheckView = z.object({
  /**
   * Beside the comparison of the names: `not_possible` for an account that is not an open one of this bank; `other_bank_name` for one
   * that is, while the name is another bank's; `other_currency` for one to which the sender's account cannot pay; `not_checked` after
   * too many checks.
   */
  result: z.enum([...nameComparisons, 'not_possible', 'other_bank_name', 'other_currency', 'not_checked']),
  /** The holder's name, only with `close_match`. */
  holder: z.nullable(z.string()),
})

export type NameComparison = (typeof nameComparisons)[number]
export type PayeeCheck = z.output<typeof payeeCheckView>
