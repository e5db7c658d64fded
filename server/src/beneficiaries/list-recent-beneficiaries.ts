import { recentBeneficiariesMax } from '@bank/contract/beneficiaries/view'
import type { Verb } from '../call.ts'
import { findBeneficiaries } from './beneficiary.ts'
import { findPaidBeneficiaries, unsavedAmong } from './recent-beneficiary.ts'

/** The beneficiaries that the caller has paid last and not saved. */
export const listRecentBeneficiaries: Verb<'listRecentBeneficiaries'> = async ({ bank, actor }) => {
  const [paid, saved] = await Promise.all([
    findPaidBeneficiaries(bank.db, actor.account.id, bank.config),
    findBeneficiaries(bank.db, actor.userId),
  ])
  return { beneficiaries: unsavedAmong(paid, saved, bank.config).slice(0, recentBeneficiariesMax) }
}
