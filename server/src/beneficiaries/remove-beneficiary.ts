import type { Verb } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { deleteBeneficiary } from './beneficiary.ts'

/** Deletes one of the caller's saved beneficiaries. Past transfers do not change. */
export const removeBeneficiary: Verb<'removeBeneficiary'> = async ({ bank, actor, params }) => {
  const removed = await deleteBeneficiary(bank.db, { id: params.id, userId: actor.userId })
  if (!removed) throw new Refusal('beneficiary_not_found')
}
