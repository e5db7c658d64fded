import type { endpoints } from '@bank/contract/endpoints'
import type { RecoveryCodesView } from '@bank/contract/two-factor/view'
import type { PoolClient } from 'pg'
import { recordAudit } from '../audit/audit-chain.ts'
import type { Call } from '../call.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { twoFactorOnMail } from '../mail/two-factor-letters.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { revokeProofs } from '../sessions/confirmation-proof.ts'
import { deviceCookie } from '../sessions/known-device.ts'
import { renewSession } from '../sessions/session.ts'
import { forgetDevices, lockUser } from '../users/user.ts'
import { lockAuthenticator, turnOnAuthenticator, useCode } from './authenticator.ts'
import { replaceRecoveryCodes } from './recovery-code.ts'

type TurnOn = Call<typeof endpoints.turnOnTwoFactor>

// Time to find and install an app.
const enrolmentMinutes = 15

/**
 * Turns two-factor on with the first code of the app. Returns ten recovery codes, this once. The session gets a new cookie,
 * other devices are forgotten, and the user gets a mail.
 */
export async function turnOnTwoFactor(call: TurnOn): Promise<RecoveryCodesView> {
  const { bank, actor, now, answer } = call
  const { userId, email } = actor
  const { token, recoveryCodes, deviceGeneration } = await inTransaction(bank.db, async (connection) => {
    await lockUser(connection, userId)
    await requireFirstCode(connection, call)
    await turnOnAuthenticator(connection, userId, now)
    // After the code is used up: of many requests with one code, only one computes the hashes.
    const recoveryCodes = await replaceRecoveryCodes(connection, userId, bank)
    const deviceGeneration = await forgetDevices(connection, userId)
    // A proof from before was given without a code.
    await revokeProofs(connection, userId)
    const token = await renewSession(connection, actor.key, { now })
    if (token === undefined) throw new Refusal('signed_out')
    await queueMail(connection, twoFactorOnMail(bank.config.bankName, actor), now)
    const event = { actorId: userId, action: 'two_factor_turned_on', target: userId, details: {}, now }
    await recordAudit(connection, event)
    return { token, recoveryCodes, deviceGeneration }
  })
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
