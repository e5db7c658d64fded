import type { Verb } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { setBeneficiaryName } from './beneficiary.ts'

/** Renames one of the caller's saved beneficiaries. The account name, which a transfer contains, does not change. */
export const renameBeneficiary: Verb<'renameBeneficiary'> = async ({ bank, actor, params, input }) => {
  const renamed = await setBeneficiaryName(bank.db, {
    id: params.id,
    userId: actor.userId,
    name: input.name,
  })
  if (!renamed) throw new Refusal('beneficiary_not_found')
}
