import type { endpoints } from '@bank/contract/endpoints'
import type { EnrolmentView } from '@bank/contract/two-factor/view'
import type { Call } from '../call.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { lockUser } from '../users/user.ts'
import { beginAuthenticator, findAuthenticator } from './authenticator.ts'
import { newSecret, spelledSecret } from './one-time-code.ts'
import { drawQr } from './qr-code.ts'

/**
 * Makes a secret for an authenticator app and shows it, this once. Signing in asks for nothing new until a code of the
 * app has been shown. Beginning again makes another secret.
 */
export async function beginTwoFactor({
  bank,
  actor,
  now,
}: Call<typeof endpoints.beginTwoFactor>): Promise<EnrolmentView> {
  const { userId, email } = actor
  const secret = newSecret()
  await inTransaction(bank.db, async (connection) => {
    await lockUser(connection, userId)
    const authenticator = await findAuthenticator(connection, userId)
    if (authenticator?.turnedOnAt) throw new Refusal('two_factor_on')
    await beginAuthenticator(connection, userId, { key: bank.keys.authenticatorKey, secret, now })
  })
  const spelled = spelledSecret(secret, { issuer: bank.config.bankName, label: email })
  return { ...spelled, picture: drawQr(spelled.uri) }
}
