import type { endpoints } from '@bank/contract/endpoints'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { setBeneficiaryName } from './beneficiary.ts'

/** Calls one of one's own beneficiaries something else. The account's name, which the transfer carries, stays. */
export async function renameBeneficiary({
  bank,
  actor,
  params,
  input,
}: Call<typeof endpoints.renameBeneficiary>): Promise<undefined> {
  const renamed = await setBeneficiaryName(bank.db, {
    id: params.id,
    userId: actor.userId,
    name: input.name,
  })
  if (!renamed) throw new Refusal('beneficiary_not_found')
}
