import type { Verb } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { answerSignIn, completeSignIn, type OpenedSession, type SignInCall } from './completed-sign-in.ts'
import { type SecondFactor, useSecondFactor } from './second-factor.ts'
import { countChallengeAttempt, endChallenge } from './sign-in-challenge.ts'

/** Completes a sign-in with a code of the authenticator. Each code is accepted once. */
export const signInWithCode: Verb<'signInWithCode'> = (call) => {
  const { challenge, code } = call.input
  return call.bank.signIns.counted(takeSecondStep(call, challenge, { code }))
}

/** Completes a sign-in with a recovery code, which is used up by it. The owner gets a mail. */
export const signInWithRecoveryCode: Verb<'signInWithRecoveryCode'> = (call) => {
  const { challenge, recovery_code: recoveryCode } = call.input
  return call.bank.signIns.counted(takeSecondStep(call, challenge, { recoveryCode }))
}

/**
 * Counts attempts with both kinds of code together, for the sign-in and for its user, before they are verified. Uses the code
 * up, ends the challenge and opens the session in one transaction: a failure costs no recovery code.
 */
async function takeSecondStep(call: SignInCall, challenge: string, factor: SecondFactor) {
  const user = await countChallengeAttempt(call.bank.db, challenge, call.now)
  if (!user) throw new Refusal('sign_in_ended')
  let opened: OpenedSession | undefined
  await useSecondFactor(call, user, factor, {
    usedFor: 'sign-in',
    // The password was changed or two-factor turned off since the sign-in began.
    ended: new Refusal('sign_in_ended'),
    async work(connection, secondStep) {
      // Of two concurrent requests with a right code, one signs in.
      if (!(await endChallenge(connection, challenge))) throw new Refusal('sign_in_ended')
      opened = await completeSignIn(connection, call, user, { secondStep })
    },
  })
  // `useSecondFactor` throws when the work was not done.
  return answerSignIn(call, user, opened!)
}
