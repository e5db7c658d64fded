import type { Verb } from '../call.ts'
import { findBeneficiaries } from './beneficiary.ts'

/** The caller's saved beneficiaries. */
export const listBeneficiaries: Verb<'listBeneficiaries'> = async ({ bank, actor }) => {
  return { beneficiaries: await findBeneficiaries(bank.db, actor.userId) }
}
