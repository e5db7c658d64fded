import { isCountryName } from '@bank/contract/countries/countries'
import type { endpoints } from '@bank/contract/endpoints'
import { recordAudit } from '../audit/audit-chain.ts'
import type { Call } from '../call.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { profileChangedMail } from '../mail/profile-letters.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { auditedChanges, changesOf, contactOf, lockProfile, updateProfile } from '../users/profile.ts'

/**
 * Replaces the caller's phone number and address; works for an inactive account too. The user gets a mail that names the
 * changed fields, not the values. Does nothing when nothing differs.
 */
export async function changeProfile({
  bank,
  actor,
  input,
  now,
}: Call<typeof endpoints.changeProfile>): Promise<undefined> {
  if (!isCountryName(input.country)) throw new Refusal('country_unknown')
  const { userId } = actor
  await inTransaction(bank.db, async (connection) => {
    const stored = (await lockProfile(connection, userId))!
    const contact = contactOf(input)
    const changes = changesOf(stored, contact)
    if (changes.length === 0) return
    await updateProfile(connection, userId, { ...stored, ...contact })
    await queueMail(connection, profileChangedMail(bank.config.bankName, stored, changes), now)
    const details = auditedChanges(changes)
    await recordAudit(connection, {
      actorId: userId,
      action: 'profile_changed',
      target: userId,
      details,
      now,
    })
  })
}
