import type { SavedBeneficiaryList } from '@bank/contract/beneficiaries/view'
import type { endpoints } from '@bank/contract/endpoints'
import type { Call } from '../call.ts'
import { findBeneficiaries } from './beneficiary.ts'

/** The caller's saved beneficiaries. */
export async function listBeneficiaries({
  bank,
  actor,
}: Call<typeof endpoints.listBeneficiaries>): Promise<SavedBeneficiaryList> {
  return { beneficiaries: await findBeneficiaries(bank.db, actor.userId) }
}
