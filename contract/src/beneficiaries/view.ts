import * as z from 'zod/mini'
import { beneficiaryView } from '../views.ts'

/** The most one customer may save: more than anybody finds their way in. */
export const beneficiariesMax = 100

/** Somebody a customer has saved for the next transfer, under the name the customer gave. */
export const savedBeneficiaryView = z.extend(beneficiaryView, { id: z.uuid(), name: z.string() })

/** Whom a customer has saved, by name. */
export const savedBeneficiaryList = z.object({ beneficiaries: z.array(savedBeneficiaryView) })

export type SavedBeneficiary = z.output<typeof savedBeneficiaryView>
export type SavedBeneficiaryList = z.output<typeof savedBeneficiaryList>
