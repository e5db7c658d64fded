import type { Endpoint } from '@bank/contract/endpoint'
import type { endpoints } from '@bank/contract/endpoints'
import type { SessionView } from '@bank/contract/views'
import type { PoolClient } from 'pg'
import type { Actor, Call } from '../call.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { codesBlockedMail, recoveryCodeUsedMail } from '../mail/two-factor-letters.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { type Authenticator, lockAuthenticator, takeCode } from '../two-factor/authenticator.ts'
import { countRecoveryCodes, takeRecoveryCode } from '../two-factor/recovery-code.ts'
import { isPasswordStill, lockUser } from '../users/user.ts'
import { greet, letIn } from './arrival.ts'
import { type Challenge, countChallengeTry, endChallenge } from './challenge.ts'
import { codeAttemptKey } from './known-device.ts'
import { trySecret } from './tried-secret.ts'

/** Finishes a sign-in with the code that the authenticator shows. No code is taken twice. */
export async function signInWithCode(
  call: Call<typeof endpoints.signInWithCode, Actor | null>,
): Promise<SessionView> {
  const { bank, input, now } = call
  return takeSecondStep(call, input.challenge, {
    wrong: new Refusal('code_incorrect'),
    by: 'authenticator',
    async prove(connection, { userId }, authenticator) {
      const key = bank.keys.authenticatorKey
      return takeCode(connection, userId, { authenticator, key, code: input.code, now })
    },
  })
}

/** Finishes a sign-in with one of the recovery codes, which is used up by it. The owner is written to. */
export async function signInWithRecoveryCode(
  call: Call<typeof endpoints.signInWithRecoveryCode, Actor | null>,
): Promise<SessionView> {
  const { bank, input, now } = call
  return takeSecondStep(call, input.challenge, {
    wrong: new Refusal('recovery_code_incorrect'),
    by: 'recovery_code',
    async prove(connection, who) {
      const key = bank.keys.recoveryCodeKey
      const isRight = await takeRecoveryCode(connection, who.userId, { key, code: input.recovery_code, now })
      if (!isRight) return false
      const left = await countRecoveryCodes(connection, who.userId)
      await queueMail(connection, recoveryCodeUsedMail(bank.config.bankName, who, left), now)
      return true
    },
  })
}

type Proof = {
  readonly wrong: Refusal
  /** What was shown, for the record. */
  readonly by: 'authenticator' | 'recovery_code'
  /** Uses up what was shown, and says whether it was right. */
  readonly prove: (connection: PoolClient, who: Challenge, authenticator: Authenticator) => Promise<boolean>
}

/**
 * Both kinds of code count together, on the sign-in and on its owner, before they are looked at. Using a code up, ending
 * the sign-in and opening the session are one: a fault costs nobody a recovery code.
 */
async function takeSecondStep(
  call: Pick<Call<Endpoint, Actor | null>, 'bank' | 'actor' | 'now' | 'origin' | 'answer'>,
  challenge: string,
  { wrong, by, prove }: Proof,
): Promise<SessionView> {
  const { bank, now, origin } = call
  const who = await countChallengeTry(bank.db, challenge, now)
  if (!who) throw new Refusal('sign_in_ended')
  let token = ''
  await trySecret(bank, {
    key: codeAttemptKey(bank.keys.deviceKey, who, origin.deviceTokens),
    isRight: () =>
      inTransaction(bank.db, async (connection) => {
        await lockUser(connection, who.userId)
        const authenticator = await lockAuthenticator(connection, who.userId)
        const isStill = await isPasswordStill(connection, who.userId, who.passwordHash)
        // Meanwhile the password was changed or two-factor turned off: what was begun before is begun anew.
        if (!isStill || !authenticator?.turnedOnAt) throw new Refusal('sign_in_ended')
        if (!(await prove(connection, who, authenticator))) return false
        // Of two right codes at the same time, one signs in.
        if (!(await endChallenge(connection, challenge))) throw new Refusal('sign_in_ended')
        token = await letIn(connection, call, who, { secondStep: by })
        return true
      }),
    wrong,
    blockedAs: 'second_step_blocked',
    blockedMail: codesBlockedMail(bank.config.bankName, who),
    userId: who.userId,
    now,
  })
  return greet(call, who, token)
}
