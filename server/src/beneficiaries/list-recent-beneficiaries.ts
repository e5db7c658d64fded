import { type RecentBeneficiaryList, recentBeneficiariesMax } from '@bank/contract/beneficiaries/view'
import type { endpoints } from '@bank/contract/endpoints'
import type { Call } from '../call.ts'
import { findBeneficiaries } from './beneficiary.ts'
import { findPaidBeneficiaries, unsavedAmong } from './recent-beneficiary.ts'

/** The beneficiaries that the caller has paid last and not saved. */
export async function listRecentBeneficiaries({
  bank,
  actor,
}: Call<typeof endpoints.listRecentBeneficiaries>): Promise<RecentBeneficiaryList> {
  const [paid, saved] = await Promise.all([
    findPaidBeneficiaries(bank.db, actor.account.id),
    findBeneficiaries(bank.db, actor.userId),
  ])
  return { beneficiaries: unsavedAmong(paid, saved).slice(0, recentBeneficiariesMax) }
}
