import * as z from 'zod/mini'

/** Who receives a transfer, as the customer wrote it. */
export const beneficiaryView = z.object({
  accountName: z.string(),
  accountNumber: z.string(),
  bankName: z.string(),
  bankAddress: z.string(),
  swiftCode: z.string(),
  routingNumber: z.string(),
})

/** The most beneficiaries one customer may save: more would not be found in a list. */
export const beneficiariesMax = 100

/** A beneficiary saved for the next transfer, under the name the customer chose. */
export const savedBeneficiaryView = z.extend(beneficiaryView, { id: z.uuid(), name: z.string() })

/** The beneficiaries a customer has saved, by name. */
export const savedBeneficiaryList = z.object({ beneficiaries: z.array(savedBeneficiaryView) })

export type BeneficiaryView = z.output<typeof beneficiaryView>
export type SavedBeneficiary = z.output<typeof savedBeneficiaryView>
export type SavedBeneficiaryList = z.output<typeof savedBeneficiaryList>
