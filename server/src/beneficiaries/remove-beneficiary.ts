import type { endpoints } from '@bank/contract/endpoints'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { deleteBeneficiary } from './beneficiary.ts'

/** Deletes one of the caller's saved beneficiaries. Past transfers do not change. */
export async function removeBeneficiary({
  bank,
  actor,
  params,
}: Call<typeof endpoints.removeBeneficiary>): Promise<undefined> {
  const removed = await deleteBeneficiary(bank.db, { id: params.id, userId: actor.userId })
  if (!removed) throw new Refusal('beneficiary_not_found')
}
