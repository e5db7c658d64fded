import type { endpoints } from '@bank/contract/endpoints'
import type { EnrolmentView } from '@bank/contract/two-factor/view'
import type { Call } from '../call.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { lockUser } from '../users/user.ts'
import { beginAuthenticator, findAuthenticator } from './authenticator.ts'
import { newSecret, secretTexts } from './one-time-code.ts'
import { drawQr } from './qr-code.ts'

/**
 * Makes a secret for an authenticator app and returns it, this once. Two-factor stays off until the app's first code is
 * sent. Each call makes another secret.
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
  const texts = secretTexts(secret, { issuer: bank.config.bankName, label: email })
  return { ...texts, picture: drawQr(texts.uri) }
}
