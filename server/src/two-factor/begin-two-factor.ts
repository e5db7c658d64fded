import type { Verb } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { inUserTransaction } from '../users/user.ts'
import { beginAuthenticator, findAuthenticator } from './authenticator.ts'
import { newSecret, secretTexts } from './one-time-code.ts'
import { drawQr } from './qr-code.ts'

/**
 * Makes a secret for an authenticator app and returns it, this once. Two-factor stays off until the app's first code is
 * sent, which uses up the proof that both calls need. Each call makes another secret.
 */
export const beginTwoFactor: Verb<'beginTwoFactor'> = async ({ bank, actor, now }) => {
  const { userId, email } = actor
  const secret = newSecret()
  await inUserTransaction(bank.db, userId, async (connection) => {
    const authenticator = await findAuthenticator(connection, userId)
    if (authenticator?.turnedOnAt) throw new Refusal('two_factor_on')
    await beginAuthenticator(connection, userId, { key: bank.keys.authenticatorKey, secret, now })
  })
  const texts = secretTexts(secret, { issuer: bank.config.bankName, label: email })
  return { ...texts, picture: drawQr(texts.uri) }
}
