import type { endpoints } from '@bank/contract/endpoints'
import type { SessionView } from '@bank/contract/views'
import type { Actor, Call } from '../call.ts'
import { newDeviceMail } from '../mail/letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { recordAudit } from '../postgres/audit.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { findPassword, isPasswordStill } from '../users/user.ts'
import { deviceOf, newDeviceToken, passwordAttemptKey } from './known-device.ts'
import { endOf, endSession, openSession, sessionView } from './session.ts'
import { trySecret } from './tried-secret.ts'

/**
 * Signs a person in with e-mail and password (specification §4, Login). An e-mail nobody has and a wrong password get the
 * same answer after the same work, and lead to the same block. The session is always a new one.
 */
export async function signIn(call: Call<typeof endpoints.signIn, Actor | null>): Promise<SessionView> {
  const { bank, actor, input, now, origin, answer } = call
  const { email, password } = input
  const user = await findPassword(bank.db, email)
  await trySecret(bank, {
    key: passwordAttemptKey(bank.keys.deviceKey, email, origin.deviceToken),
    isRight: () => bank.passwords.verify(password, user?.passwordHash),
    wrong: new Refusal('credentials_invalid'),
    blockedAs: 'sign_in_blocked',
    userId: user?.id ?? null,
    now,
  })
  // Only the password of somebody is ever right.
  const { id: userId, name, role, passwordHash } = user!

  const token = await inTransaction(bank.db, async (connection) => {
    if (actor) await endSession(connection, actor.key)
    const opened = await openSession(connection, userId, origin, now)
    // Changed while it was being looked at: the change has ended the sessions of the old password, this one too.
    if (!(await isPasswordStill(connection, userId, passwordHash))) throw new Refusal('credentials_invalid')
    // A browser that has not been here before: the owner should know, whoever it was.
    if (deviceOf(bank.keys.deviceKey, email, origin.deviceToken) === undefined) {
      await queueMail(connection, newDeviceMail(bank.config.bankName, { name, email }), now)
    }
    const event = { actorId: userId, action: 'signed_in', target: userId, details: {}, now }
    await recordAudit(connection, event)
    return opened
  })
  answer.openSession(token)
  answer.rememberDevice(newDeviceToken(bank.keys.deviceKey, email))
  const idleEndsAt = endOf({ lastSeenAt: now, signedInAt: now }, bank.config)
  return sessionView({ userId, name, email, role }, { idleEndsAt, liftedUntil: null })
}

/** Signs a person out (specification §4, Logout). Whoever is signed out already is so afterwards, too. */
export async function signOut(call: Call<typeof endpoints.signOut, Actor | null>): Promise<undefined> {
  const { bank, actor, now, answer } = call
  if (actor) {
    const event = { actorId: actor.userId, action: 'signed_out', target: actor.userId, details: {}, now }
    await inTransaction(bank.db, async (connection) => {
      await endSession(connection, actor.key)
      await recordAudit(connection, event)
    })
  }
  answer.closeSession()
  answer.header('Clear-Site-Data', '"cache"')
}
