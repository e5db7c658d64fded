import * as z from 'zod/mini'
import { beneficiaryFields } from '../beneficiaries/form.ts'
import { amount } from '../rules/amount.ts'
import { transactionId } from '../rules/id.ts'
import { visibleLineOrNone } from '../rules/visible-line.ts'

/** The longest reference for the payee, in characters (code points): ISO 20022's `Max35Text`, so that a payment message can have it. */
export const referenceLengthMax = 35

/** The beneficiary and the amount (§5). The reference is optional; null and empty are none. */
export const transferForm = z.extend(beneficiaryFields, {
  amount,
  reference: z.pipe(
    z.nullish(visibleLineOrNone({ field: 'Reference', lengthMax: referenceLengthMax })),
    z.transform((text: string | null | undefined) => text ?? ''),
  ),
  transaction_pin: z.string('Transaction pin must be 4 digits').check(
    z.minLength(4, { error: 'Transaction pin must be 4 digits', abort: true }),
    z.refine((text) => /^[0-9]{4,8}$/.test(text), 'PIN must be 4 to 8 digits'),
  ),
})

/**
 * A transfer as sent: the form and an id created by the sender. The same id with the same contents is the same transfer and
 * is executed once; the PIN is not part of the contents.
 */
export const transferInstruction = z.extend(transferForm, {
  transactionId,
})

/** Takes a transfer back. A repeat under the same `changeId` takes it back once. */
export const takingBackForm = z.strictObject({ changeId: transactionId })

/** The fields of a transfer that say whom it is for. */
export const payeeCheckForm = z.pick(transferForm, {
  account_name: true,
  account_number: true,
  bank_name: true,
})

/** The form once its rules have been applied: the amount in minor units. */
export type TransferForm = z.output<typeof transferForm>
export type TransferInstruction = z.output<typeof transferInstruction>
/** The instruction as it crosses the wire: the amount is a decimal string. */
export type TransferRequest = z.input<typeof transferInstruction>

/** The undo times, in seconds, that a customer may choose; 0 for none. */
export const undoTimes = [0, 10, 30, 60] as const

export const undoTimeForm = z.strictObject({
  seconds: z.literal(undoTimes, 'Choose 0, 10, 30 or 60 seconds'),
})
