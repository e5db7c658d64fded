import * as z from 'zod/mini'
import { textLine } from '../rules/text.ts'
import { transferForm } from '../transfers/form.ts'
import { withIban } from '../transfers/iban.ts'

const name = textLine({ field: 'Name', required: 'Name is required', lengthMax: 100 })

/** The fields of a transfer that identify the beneficiary. */
const beneficiaryFields = z.pick(transferForm, {
  account_name: true,
  account_number: true,
  bank_name: true,
  bank_address: true,
  swift_code: true,
  routing_number: true,
})

/** A beneficiary to save, by the transfer form's rules. Without a name it gets the account's. */
export const beneficiaryForm = z.extend(beneficiaryFields, { name: z.optional(name) })

/** The same as typed into a form: a blank name is none, and an IBAN need not be written twice. */
export const typedBeneficiaryForm = z.pipe(
  z.transform(withIban<z.input<typeof beneficiaryFields> & { name: string }>),
  z.extend(beneficiaryFields, {
    name: z.pipe(
      z.transform((text: string) => (text.trim() === '' ? undefined : text)),
      z.optional(name),
    ),
  }),
)

/** A new name for a saved beneficiary. */
export const beneficiaryNameForm = z.strictObject({ name })

export type BeneficiaryForm = z.output<typeof beneficiaryForm>
