import type { endpoints } from '@bank/contract/endpoints'
import { isStaff } from '@bank/contract/roles/role'
import type { PoolClient } from 'pg'
import { recordOwnAct } from '../audit/audit-chain.ts'
import type { Call, Verb } from '../call.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { emailChangedByOwnerMail, emailChangedMail } from '../mail/profile-letters.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { deviceCookie } from '../sessions/known-device.ts'
import { withOccasion } from '../sessions/occasion.ts'
import { renewSession, sessionKeyOf } from '../sessions/session.ts'
import { lockProfile, type StoredProfile } from '../users/profile.ts'
import {
  countWrongCode,
  findPendingEmail,
  insertEmailChange,
  isEmailCode,
  readEmailToken,
  useEmailChange,
} from './email-change.ts'
import { replaceEmail } from './email-replacement.ts'

/**
 * Makes the caller's pending e-mail take effect with the code that was mailed to it. Every other session ends, this one gets a new
 * cookie, and no other device is known any more. The old e-mail gets a link that takes it back (`restoreEmail`), unless it was
 * never confirmed: it may be a stranger's. Throws `email_code_incorrect`, `email_code_ended` after five wrong codes or 30 minutes, and
 * `email_taken` when another user has the e-mail.
 */
export const changeEmail: Verb<'changeEmail'> = async (call) => {
  const { bank, actor, input, now, answer } = call
  const { userId } = actor
  const changed = await inTransaction(bank.db, async (connection) => {
    // Concurrent codes, and a concurrent change by staff, wait for this lock.
    const before = (await lockProfile(connection, userId))!
    if (isStaff(before.role)) throw new Refusal('administrator_email_fixed')
    const pending = await findPendingEmail(connection, userId, { purpose: 'own_change', now })
    if (!pending) throw new Refusal('email_code_ended')
    const emailToken = await readEmailToken(connection, bank.keys.emailChangeKey, pending.id)
    if (!isEmailCode(input.code, emailToken)) {
      await countWrongCode(connection, pending.id, now)
      return undefined
    }
    const email = (await useEmailChange(connection, emailToken, now))!
    const token = await renewSession(connection, actor.key, { now })
    const kept = { userId, email, keptSession: sessionKeyOf(token)!, now }
    const { sessionsEnded, deviceGeneration } = await replaceEmail(connection, kept)
    await tellOldEmail(connection, call, before)
    const details = { before: before.email, after: email, otherSessionsEnded: sessionsEnded }
    await recordOwnAct(connection, { userId, now }, 'email_changed', details)
    return { token, email, deviceGeneration }
  })
  // The count of wrong codes is committed.
  if (!changed) throw new Refusal('email_code_incorrect')
  answer.openSession(changed.token)
  answer.rememberDevice(deviceCookie(call, changed))
}

async function tellOldEmail(
  connection: PoolClient,
  call: Pick<Call<typeof endpoints.changeEmail>, 'bank' | 'now' | 'origin'>,
  { id: userId, email, emailConfirmedAt }: StoredProfile,
): Promise<void> {
  const { bank, now } = call
  const { bankName } = bank.config
  if (!emailConfirmedAt) {
    // Perhaps a stranger's, who must not learn where the customer is.
    const mail = withOccasion(emailChangedMail(bankName, { email }), { bank, now })
    return void (await queueMail(connection, mail, now))
  }
  const link = { userId, email, purpose: 'restoration', askedBy: userId } as const
  const restoration = await insertEmailChange(connection, link, { key: bank.keys.emailChangeKey, now })
  await queueMail(connection, withOccasion(emailChangedByOwnerMail(bankName, restoration), call), now)
}
