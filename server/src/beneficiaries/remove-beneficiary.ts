import type { endpoints } from '@bank/contract/endpoints'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { deleteBeneficiary } from './beneficiary.ts'

/** Forgets one of one's own beneficiaries. What was sent to them stays as it is. */
export async function removeBeneficiary({
  bank,
  actor,
  params,
}: Call<typeof endpoints.removeBeneficiary>): Promise<undefined> {
  const removed = await deleteBeneficiary(bank.db, { id: params.id, userId: actor.userId })
  if (!removed) throw new Refusal('beneficiary_not_found')
}
