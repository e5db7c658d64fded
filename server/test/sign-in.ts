import { endpoints } from '@bank/contract/endpoints'
import { newVisitor, type Visitor } from './ask.ts'
import { password, type TestBank } from './bank.ts'

/** Signs a user in with the password of all test users. Returns the browser, a new one unless given. */
export async function signIn(
  bank: TestBank,
  { email }: { readonly email: string },
  browser: Visitor = newVisitor(),
): Promise<Visitor> {
  await bank.call(browser, endpoints.signIn, { body: { email, password } })
  return browser
}
