import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { alice } from './stubbed-bank.tsx'

/** Alice as administrators see her. Her account is the only one, unless `accounts` are given. */
export function userDetails(facts: Partial<UserDetailsView> = {}): UserDetailsView {
  const { transferLimit: _, ...person } = alice()
  const moment = '2026-01-05T09:00:00.000Z'
  const account = facts.account ?? person.account
  return {
    ...person,
    createdAt: moment,
    passwordSetAt: moment,
    temporarySecretsUntil: null,
    profileVersion: 1,
    pendingEmail: null,
    emailConfirmedAt: moment,
    signIn: { hasPin: true, lockedUntil: null, twoFactorSince: null, sessions: [] },
    accounts: [account],
    deactivations: [],
    fundingLimit: '1000000.00',
    approvalAbove: null,
    approvals: [],
    ...facts,
  }
}
