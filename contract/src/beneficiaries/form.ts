import * as z from 'zod/mini'
import { isIbanMistyped, withIban } from '../iban.ts'
import { textLine } from '../rules/text.ts'

const name = textLine({ field: 'Name', required: 'Name is required', lengthMax: 100 })

/** Whom a transfer is for: the specification's fields, rules and messages (§5). */
export const beneficiaryFields = z.strictObject({
  account_name: textLine({ field: 'Account name', required: 'Account name is required', lengthMax: 100 }),
  account_number: textLine({
    field: 'Account number',
    required: 'Account number must be at least 10 digits',
    lengthMax: 40,
    lengthMin: { length: 10, message: 'Account number must be at least 10 digits' },
  }).check(z.refine((text) => !isIbanMistyped(text), 'This IBAN is mistyped: its check digits are wrong')),
  bank_name: textLine({ field: 'Bank name', required: 'Bank name is required', lengthMax: 100 }),
  bank_address: textLine({ field: 'Bank address', required: 'Bank address is required', lengthMax: 200 }),
  swift_code: textLine({ field: 'Swift code', required: 'Swift code is required', lengthMax: 40 }),
  routing_number: textLine({
    field: 'Routing number',
    required: 'Routing number is required',
    lengthMax: 40,
  }),
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
