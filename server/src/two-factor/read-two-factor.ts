import type { endpoints } from '@bank/contract/endpoints'
import type { TwoFactorView } from '@bank/contract/two-factor/view'
import type { Call } from '../call.ts'
import { findAuthenticator } from './authenticator.ts'
import { countRecoveryCodes } from './recovery-code.ts'

/** Whether two-factor is on for the caller, whether the bank requires it, and how many recovery codes are left. */
export async function readTwoFactor({
  bank,
  actor,
}: Call<typeof endpoints.readTwoFactor>): Promise<TwoFactorView> {
  const authenticator = await findAuthenticator(bank.db, actor.userId)
  return {
    turnedOnAt: authenticator?.turnedOnAt?.toISOString() ?? null,
    recoveryCodesLeft: await countRecoveryCodes(bank.db, actor.userId, bank.keys),
    isRequired: actor.role === 'administrator' && bank.config.adminSecondFactor === 'required',
  }
}
