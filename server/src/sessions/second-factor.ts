import type { Endpoint } from '@bank/contract/endpoint'
import type { PoolClient } from 'pg'
import type { Call } from '../call.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { codesBlockedMail, recoveryCodeUsedMail } from '../mail/two-factor-letters.ts'
import { isPasswordUnchanged } from '../passwords/password.ts'
import { Refusal } from '../refusal.ts'
import { type Authenticator, lockAuthenticator, useCode } from '../two-factor/authenticator.ts'
import { countRecoveryCodes, recoveryCodeHashes, useRecoveryCode } from '../two-factor/recovery-code.ts'
import { inUserTransaction } from '../users/user.ts'
import { codeAttemptScope } from './known-device.ts'
import { withOccasion } from './occasion.ts'
import { attemptSecret } from './secret-attempt.ts'
import type { IdentifiedUser } from './sign-in-challenge.ts'

/** A code of the authenticator app, or a recovery code without its dashes. */
export type SecondFactor = { readonly code: string } | { readonly recoveryCode: string }

type SecondFactorCall = Pick<Call<Endpoint>, 'bank' | 'now' | 'origin'>

/** What a valid factor is used for. */
type FactorUse = {
  readonly usedFor: 'sign-in' | 'confirmation'
  /** Thrown when the password was changed or two-factor turned off in the meantime. */
  readonly ended: Refusal
  /** Runs in the transaction that uses the factor up; when it throws, the factor stays valid. `used` is for the audit event. */
  readonly work: (connection: PoolClient, used: 'authenticator' | 'recovery_code') => Promise<void>
}

/**
 * Verifies a second factor and uses it up. Attempts with both kinds count together, for the user or the known device, before
 * they are verified; five wrong ones block, and the owner gets a mail. The owner of a used recovery code gets a mail, too.
 * Throws `code_incorrect`, `recovery_code_incorrect` and `too_many_attempts`.
 */
export async function useSecondFactor(
  call: SecondFactorCall,
  owner: IdentifiedUser,
  factor: SecondFactor,
  { usedFor, ended, work }: FactorUse,
): Promise<void> {
  const { bank, now } = call
  const { userId, passwordHash } = owner
  await attemptSecret(bank, {
    ...codeAttemptScope(call, owner),
    async isRight() {
      const redeem = await prepareRedeem(call, owner, factor, usedFor)
      return inUserTransaction(bank.db, userId, async (connection) => {
        const authenticator = await lockAuthenticator(connection, userId)
        const isUnchanged = await isPasswordUnchanged(connection, userId, passwordHash)
        if (!isUnchanged || !authenticator?.turnedOnAt) throw ended
        if (!(await redeem(connection, authenticator))) return false
        await work(connection, 'code' in factor ? 'authenticator' : 'recovery_code')
        return true
      })
    },
    wrong: new Refusal('code' in factor ? 'code_incorrect' : 'recovery_code_incorrect'),
    blockedAs: 'second_step_blocked',
    blockedMail: withOccasion(codesBlockedMail(bank.config.bankName, owner), call),
    userId,
    now,
  })
}

type Redeem = (connection: PoolClient, authenticator: Authenticator) => Promise<boolean>

/** Hashes a recovery code before the transaction. The result uses the factor up and returns whether it was valid. */
async function prepareRedeem(
  call: SecondFactorCall,
  { userId, name, email }: IdentifiedUser,
  factor: SecondFactor,
  usedFor: FactorUse['usedFor'],
): Promise<Redeem> {
  const { bank, now } = call
  if ('code' in factor) {
    const key = bank.keys.authenticatorKey
    return (connection, authenticator) =>
      useCode(connection, userId, { authenticator, key, code: factor.code, now })
  }
  const hashes = await recoveryCodeHashes(bank, userId, factor.recoveryCode)
  return async (connection) => {
    if (!(await useRecoveryCode(connection, userId, hashes, now))) return false
    const left = await countRecoveryCodes(connection, userId, bank.keys)
    const mail = recoveryCodeUsedMail(bank.config.bankName, { name, email }, { usedFor, left })
    await queueMail(connection, withOccasion(mail, call), now)
    return true
  }
}
