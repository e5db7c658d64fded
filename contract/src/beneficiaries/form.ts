import * as z from 'zod/mini'
import { textLine } from '../rules/text.ts'
import { transferForm } from '../transfers/form.ts'

const name = textLine({ field: 'Name', required: 'Name is required', lengthMax: 100 })

/** The fields of a transfer that say whom it goes to. */
const beneficiaryFields = z.pick(transferForm, {
  account_name: true,
  account_number: true,
  bank_name: true,
  bank_address: true,
  swift_code: true,
  routing_number: true,
})

/** A beneficiary to keep for the next transfer, by the transfer form's rules. Without a name it gets the account's. */
export const beneficiaryForm = z.extend(beneficiaryFields, { name: z.optional(name) })

/** What a customer calls a saved beneficiary from now on. */
export const beneficiaryNameForm = z.strictObject({ name })

export type BeneficiaryForm = z.output<typeof beneficiaryForm>

/** What two ways of writing the same account at the same bank have in common: case and spaces do not count. */
export function accountKeyOf({
  account_number,
  bank_name,
}: Pick<BeneficiaryForm, 'account_number' | 'bank_name'>): string {
  return `${plain(account_number)} ${plain(bank_name)}`
}

function plain(text: string): string {
  return text.replace(/\s+/g, '').toLowerCase()
}
