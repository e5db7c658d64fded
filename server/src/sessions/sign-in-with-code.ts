import type { Endpoint } from '@bank/contract/endpoint'
import type { endpoints } from '@bank/contract/endpoints'
import type { SessionView } from '@bank/contract/sessions/view'
import type { Actor, Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { greet, letIn, type OpenedSession } from './completed-sign-in.ts'
import { type SecondFactor, trySecondFactor } from './second-factor.ts'
import { countChallengeTry, endChallenge } from './sign-in-challenge.ts'

/** Finishes a sign-in with the code that the authenticator shows. No code is taken twice. */
export async function signInWithCode(
  call: Call<typeof endpoints.signInWithCode, Actor | null>,
): Promise<SessionView> {
  const { challenge, code } = call.input
  return takeSecondStep(call, challenge, { code })
}

/** Finishes a sign-in with one of the recovery codes, which is used up by it. The owner is written to. */
export async function signInWithRecoveryCode(
  call: Call<typeof endpoints.signInWithRecoveryCode, Actor | null>,
): Promise<SessionView> {
  const { challenge, recovery_code: recoveryCode } = call.input
  return takeSecondStep(call, challenge, { recoveryCode })
}

/**
 * Both kinds of code count together, on the sign-in and on its owner, before they are looked at. Using a code up, ending
 * the sign-in and opening the session are one: a fault costs nobody a recovery code.
 */
async function takeSecondStep(
  call: Pick<Call<Endpoint, Actor | null>, 'bank' | 'actor' | 'now' | 'origin' | 'answer'>,
  challenge: string,
  shown: SecondFactor,
): Promise<SessionView> {
  const who = await countChallengeTry(call.bank.db, challenge, call.now)
  if (!who) throw new Refusal('sign_in_ended')
  let opened: OpenedSession | undefined
  await trySecondFactor(call, who, shown, {
    usedFor: 'sign-in',
    // What was begun with another password, or before two-factor was turned off, is begun anew.
    ended: new Refusal('sign_in_ended'),
    async work(connection, by) {
      // Of two right codes at the same time, one signs in.
      if (!(await endChallenge(connection, challenge))) throw new Refusal('sign_in_ended')
      opened = await letIn(connection, call, who, { secondStep: by })
    },
  })
  // Whatever else happens is thrown above.
  return greet(call, who, opened!)
}
