import type { endpoints } from '@bank/contract/endpoints'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { setBeneficiaryName } from './beneficiary.ts'

/** Renames one of the caller's saved beneficiaries. The account name, which a transfer contains, does not change. */
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
