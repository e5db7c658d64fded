import { beneficiariesMax } from '@bank/contract/beneficiaries/view'
import type { Verb } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { inUserTransaction } from '../users/user.ts'
import { countBeneficiaries, storeBeneficiary } from './beneficiary.ts'

/** Saves a beneficiary for later transfers. Saved again, the same one is updated. */
export const saveBeneficiary: Verb<'saveBeneficiary'> = async ({ bank, actor, input, now }) => {
  // Serialises concurrent calls, so that the count is right.
  return inUserTransaction(bank.db, actor.userId, async (connection) => {
    const saved = await storeBeneficiary(connection, actor.userId, { form: input, bank: bank.config }, now)
    if ((await countBeneficiaries(connection, actor.userId)) > beneficiariesMax) {
      throw new Refusal('beneficiaries_too_many', { most: beneficiariesMax })
    }
    return saved
  })
}
