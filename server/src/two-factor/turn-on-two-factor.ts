import type { endpoints } from '@bank/contract/endpoints'
import type { PoolClient } from 'pg'
import { recordOwnAct } from '../audit/audit-chain.ts'
import type { Call, Verb } from '../call.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { twoFactorOnMail } from '../mail/two-factor-letters.ts'
import { Refusal } from '../refusal.ts'
import { consumeProof, revokeProofs } from '../sessions/confirmation-proof.ts'
import { deviceCookie } from '../sessions/known-device.ts'
import { withOccasion } from '../sessions/occasion.ts'
import { forgetDevices, inUserTransaction } from '../users/user.ts'
import { lockAuthenticator, turnOnAuthenticator, useCode } from './authenticator.ts'
import { replaceRecoveryCodes } from './recovery-code.ts'

type TurnOn = Call<typeof endpoints.turnOnTwoFactor>

// Time to find and install an app.
const enrolmentMinutes = 15

/**
 * Turns two-factor on with the first code of the app, and uses up the session's proof. Returns ten recovery codes, this once. The session gets a new cookie,
 * other devices are forgotten, and the user gets a mail.
 */
export const turnOnTwoFactor: Verb<'turnOnTwoFactor'> = async (call) => {
  const { bank, actor, now, answer } = call
  const { userId, email } = actor
  const { token, recoveryCodes, deviceGeneration } = await inUserTransaction(
    bank.db,
    userId,
    async (connection) => {
      await requireFirstCode(connection, call)
      const token = await consumeProof(connection, actor, now)
      await turnOnAuthenticator(connection, userId, now)
      // After the code is used up: of many requests with one code, only one computes the hashes.
      const recoveryCodes = await replaceRecoveryCodes(connection, userId, bank)
      const deviceGeneration = await forgetDevices(connection, userId)
      // Proofs of other sessions were given without a code.
      await revokeProofs(connection, userId)
      await queueMail(connection, withOccasion(twoFactorOnMail(bank.config.bankName, actor), call), now)
      await recordOwnAct(connection, { userId, now }, 'two_factor_turned_on')
      return { token, recoveryCodes, deviceGeneration }
    },
  )
  answer.openSession(token)
  answer.rememberDevice(deviceCookie(call, { email, deviceGeneration }))
  return { recoveryCodes }
}

/** Does not count wrong codes: the caller has been given the secret. */
async function requireFirstCode(connection: PoolClient, { bank, actor, input, now }: TurnOn): Promise<void> {
  const { userId } = actor
  const authenticator = await lockAuthenticator(connection, userId)
  if (authenticator?.turnedOnAt) throw new Refusal('two_factor_on')
  const begunAfter = now.getTime() - enrolmentMinutes * 60_000
  if (!authenticator || authenticator.begunAt.getTime() < begunAfter) throw new Refusal('enrolment_ended')
  const key = bank.keys.authenticatorKey
  const isRight = await useCode(connection, userId, { authenticator, key, code: input.code, now })
  if (!isRight) throw new Refusal('code_incorrect')
}
