import { isCountryName } from '@bank/contract/countries/countries'
import { recordOwnAct } from '../audit/audit-chain.ts'
import type { Verb } from '../call.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { profileChangedMail } from '../mail/profile-letters.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { withOccasion } from '../sessions/occasion.ts'
import { auditedChanges, changesOf, contactOf, lockProfile, updateProfile } from '../users/profile.ts'

/**
 * Replaces the caller's phone number and address; works for an inactive account too. The user gets a mail that names the
 * changed fields, not the values. Does nothing when nothing differs.
 */
export const changeProfile: Verb<'changeProfile'> = async (call) => {
  const { bank, actor, input, now } = call
  if (!isCountryName(input.country)) throw new Refusal('country_unknown')
  const { userId } = actor
  await inTransaction(bank.db, async (connection) => {
    const stored = (await lockProfile(connection, userId))!
    const contact = contactOf(input)
    const changes = changesOf(stored, contact)
    if (changes.length === 0) return
    await updateProfile(connection, userId, { ...stored, ...contact })
    const mail = profileChangedMail(bank.config.bankName, stored, changes)
    await queueMail(connection, withOccasion(mail, call), now)
    await recordOwnAct(connection, { userId, now }, 'profile_changed', auditedChanges(changes))
  })
}
