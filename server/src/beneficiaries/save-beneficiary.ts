import { beneficiariesMax, type SavedBeneficiary } from '@bank/contract/beneficiaries/view'
import type { endpoints } from '@bank/contract/endpoints'
import type { Call } from '../call.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { lockUser } from '../users/user.ts'
import { countBeneficiaries, storeBeneficiary } from './beneficiary.ts'

/** Saves a beneficiary for later transfers. Saved again, the same one is updated. */
export async function saveBeneficiary({
  bank,
  actor,
  input,
  now,
}: Call<typeof endpoints.saveBeneficiary>): Promise<SavedBeneficiary> {
  return inTransaction(bank.db, async (connection) => {
    // Serialises concurrent calls, so that the count is right.
    await lockUser(connection, actor.userId)
    const saved = await storeBeneficiary(connection, actor.userId, input, now)
    if ((await countBeneficiaries(connection, actor.userId)) > beneficiariesMax) {
      throw new Refusal('beneficiaries_too_many', { most: beneficiariesMax })
    }
    return saved
  })
}
