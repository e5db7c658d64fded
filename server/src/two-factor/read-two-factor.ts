import type { Verb } from '../call.ts'
import { findAuthenticator, requiresSecondFactor } from './authenticator.ts'
import { countRecoveryCodes } from './recovery-code.ts'

/** Whether two-factor is on for the caller, whether the bank requires it, and how many recovery codes are left. */
export const readTwoFactor: Verb<'readTwoFactor'> = async ({ bank, actor }) => {
  const authenticator = await findAuthenticator(bank.db, actor.userId)
  return {
    turnedOnAt: authenticator?.turnedOnAt ?? null,
    recoveryCodesLeft: await countRecoveryCodes(bank.db, actor.userId, bank.keys),
    isRequired: requiresSecondFactor(bank.config, actor.role),
  }
}
