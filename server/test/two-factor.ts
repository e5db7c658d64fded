import { endpoints } from '@bank/contract/endpoints'
import { expect } from 'vitest'
import { newVisitor, type Visitor } from './ask.ts'
import { codeAt } from './authenticator.ts'
import { type Person, password, type TestBank } from './bank.ts'

/** Somebody with two-factor on, and what they have: the app's secret and the recovery codes. */
export type Enrolled = { readonly secret: string; readonly recoveryCodes: readonly string[] }

/** Turns two-factor on for somebody, as they do it in the settings. */
export async function enrol(bank: TestBank, person: Person): Promise<Enrolled> {
  const { answer } = await bank.call(person, endpoints.beginTwoFactor)
  const code = codeAt(answer.secret, bank.clock.now())
  const on = await bank.call(person, endpoints.turnOnTwoFactor, { body: { code } })
  expect(on.status).toBe(200)
  // The code has been used: the next sign-in is for the next one.
  bank.clock.pass(0.5)
  return { secret: answer.secret, recoveryCodes: on.answer.recoveryCodes }
}

/** Confirms who a customer is, as the dialog does before a change that always asks: the password, and what else is shown. */
export async function prove(
  bank: TestBank,
  who: Visitor,
  shown: { code?: string; recovery_code?: string } = {},
): Promise<void> {
  const { status } = await bank.call(who, endpoints.confirmSession, { body: { password, ...shown } })
  expect(status).toBe(201)
}

/** Shows the right password, and gives what names the sign-in that waits for a code. */
export async function showPassword(
  bank: TestBank,
  { email }: Person,
  browser: Visitor = newVisitor(),
): Promise<string> {
  const { answer } = await bank.call(browser, endpoints.signIn, { body: { email, password } })
  if (!('secondStep' in answer)) throw new Error('no code was asked for')
  return answer.secondStep.challenge
}
