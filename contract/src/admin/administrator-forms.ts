import { statuses } from '@bank/ledger/transaction-status'
import * as z from 'zod/mini'
import { amount } from '../rules/amount.ts'
import { id } from '../rules/id.ts'

const passcode = z
  .string('Passcode is required')
  .check(
    z.minLength(1, { error: 'Passcode is required', abort: true }),
    z.maxLength(128, { error: 'Passcode is too long', abort: true }),
  )

/** The passcode that elevations an administrator's session (§5). */
export const passcodeForm = z.strictObject({ passcode })

/** A new passcode for all administrators (§5), which everybody who knows it has to type: 4 characters at least. */
export const newPasscodeForm = z.strictObject({
  passcode: passcode.check(z.minLength(4, 'Passcode must be at least 4 characters')),
})

/** An amount for a customer's account. Its id makes two clicks one funding. */
export const fundingInstruction = z.strictObject({
  transactionId: id('Transaction ID is required'),
  amount,
})

/** What is typed to fund an account: the same without the id, which the form makes. */
export const fundingForm = z.strictObject({ amount })

/**
 * A new status for a transaction. `changeId` makes two clicks one change. `seen` is the status that the administrator
 * saw when deciding: where the transaction has another one by now, nothing is changed.
 */
export const statusChange = z.strictObject({
  changeId: id('Transaction ID is required'),
  status: z.enum(statuses, 'Status is required'),
  seen: z.optional(z.enum(statuses, 'Status is required')),
})

export type PasscodeForm = z.output<typeof passcodeForm>
export type NewPasscodeForm = z.output<typeof newPasscodeForm>
export type FundingInstruction = z.output<typeof fundingInstruction>
export type StatusChange = z.output<typeof statusChange>
