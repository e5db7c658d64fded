import { endpoints } from '@bank/contract/endpoints'
import { expect } from 'vitest'
import { newVisitor, type Visitor } from './ask.ts'
import { codeAt } from './authenticator.ts'
import { type Person, password, type TestBank } from './bank.ts'

/** The secrets of a user with two-factor on: the app's secret and the recovery codes. */
export type TwoFactorSecrets = { readonly secret: string; readonly recoveryCodes: readonly string[] }

/** Turns two-factor on through the routes, as in the settings. */
export async function enrol(bank: TestBank, person: Person): Promise<TwoFactorSecrets> {
  await confirmIdentity(bank, person)
  const { answer } = await bank.call(person, endpoints.beginTwoFactor)
  const code = codeAt(answer.secret, bank.clock.now())
  const on = await bank.call(person, endpoints.turnOnTwoFactor, { body: { code } })
  expect(on.status).toBe(200)
  // The code is used up: the next sign-in needs the next code.
  bank.clock.pass(0.5)
  return { secret: answer.secret, recoveryCodes: on.answer.recoveryCodes }
}

/** Confirms a session with the password, and a code if given, as the dialog does before a change that always needs it. */
export async function confirmIdentity(
  bank: TestBank,
  who: Visitor,
  shown: { code?: string; recovery_code?: string } = {},
): Promise<void> {
  const { status } = await bank.call(who, endpoints.confirmSession, { body: { password, ...shown } })
  expect(status).toBe(201)
}

/** Sends the right password of a user with two-factor. Returns the challenge of the sign-in. */
export async function beginSignIn(
  bank: TestBank,
  { email }: Person,
  browser: Visitor = newVisitor(),
): Promise<string> {
  const { answer } = await bank.call(browser, endpoints.signIn, { body: { email, password } })
  if (!('secondStep' in answer)) throw new Error('no code was asked for')
  return answer.secondStep.challenge
}
