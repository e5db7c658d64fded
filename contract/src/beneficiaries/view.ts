import * as z from 'zod/mini'
import { moment } from '../answer-formats.ts'

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

/** How many beneficiaries of past transfers are offered for the next one. */
export const recentBeneficiariesMax = 6

/** A beneficiary of a past transfer that is not saved. */
export const recentBeneficiaryView = z.extend(beneficiaryView, {
  /** The latest transfer to it. */
  transactionId: z.uuid(),
  paidAt: moment,
})

/** The beneficiaries a customer has paid last and not saved, the latest first. */
export const recentBeneficiaryList = z.object({ beneficiaries: z.array(recentBeneficiaryView) })

export type BeneficiaryView = z.output<typeof beneficiaryView>
export type SavedBeneficiary = z.output<typeof savedBeneficiaryView>
export type RecentBeneficiary = z.output<typeof recentBeneficiaryView>
