import { isCountryName } from '@bank/contract/countries/countries'
import { momentText } from '@bank/contract/date-text'
import type { endpoints } from '@bank/contract/endpoints'
import { isStaff } from '@bank/contract/roles'
import type { PoolClient } from 'pg'
import type { AuditEvent } from '../../audit/audit-chain.ts'
import type { Call, Verb } from '../../call.ts'
import {
  type EmailChange,
  endEmailChange,
  findPendingEmail,
  insertEmailChange,
} from '../../email-changes/email-change.ts'
import { queueMail } from '../../mail/outgoing-mail.ts'
import {
  emailChangeAskedMail,
  emailChangeCancelledMail,
  emailLinkMail,
  profileCorrectedMail,
} from '../../mail/profile-letters.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { Refusal } from '../../refusal.ts'
import { requireAge } from '../../registration/new-customer.ts'
import { withOccasion } from '../../sessions/occasion.ts'
import {
  auditedChanges,
  changesOf,
  lockProfile,
  profileOf,
  type StoredProfile,
  updateProfile,
} from '../../users/profile.ts'
import { isEmailTaken } from '../../users/user.ts'
import { recordAdministratorAct } from '../administrator-act.ts'

type CorrectProfile = Call<typeof endpoints.correctProfile>

/**
 * Corrects a user's details, with a reason that is mailed to the user. A new e-mail is pending until the link mailed to it is
 * confirmed; the current e-mail cancels a pending one. The contents are compared before the version, so that a correction
 * repeated after a lost answer succeeds and changes nothing.
 */
export const correctProfile: Verb<'correctProfile'> = async (call) => {
  if (call.params.id === call.actor.userId) throw new Refusal('own_account_edited')
  await inTransaction(call.bank.db, (connection) => correct(connection, call))
}

async function correct(connection: PoolClient, call: CorrectProfile): Promise<void> {
  const { bank, actor, params, input, now } = call
  const stored = await lockProfile(connection, params.id)
  if (!stored) throw new Refusal('user_not_found')
  const pending = await findPendingEmail(connection, stored.id, { purpose: 'correction', now })
  const profile = profileOf(input)
  const changes = changesOf(stored, profile)
  const isEmailUnchanged = input.email === (pending?.email ?? stored.email)
  if (changes.length === 0 && isEmailUnchanged) return
  if (input.version !== stored.version) throw new Refusal('profile_outdated')
  // Only for changed details: stored ones that are older than these rules must not block other corrections.
  if (profile.country !== stored.country && !isCountryName(profile.country)) {
    throw new Refusal('country_unknown')
  }
  if (input.dob !== stored.dob) requireAge(input.dob, bank.config, now)
  await updateProfile(connection, stored.id, profile)
  const events: Pick<AuditEvent, 'action' | 'details'>[] = []
  if (!isEmailUnchanged) events.push(await changeEmail(connection, call, { stored, pending }))
  if (changes.length > 0) {
    const { reason } = input
    const mail = profileCorrectedMail(bank.config.bankName, stored, { changes, reason })
    await queueMail(connection, withOccasion(mail, { bank, now }), now)
    events.push({ action: 'profile_corrected', details: { ...auditedChanges(changes), reason } })
  }
  for (const event of events) {
    await recordAdministratorAct(connection, actor, { ...event, target: stored.id, now })
  }
}

/** Starts, replaces or cancels the pending e-mail, and queues the mails about it. */
async function changeEmail(
  connection: PoolClient,
  { bank, actor, input: { email, reason }, now }: CorrectProfile,
  { stored, pending }: { stored: StoredProfile; pending: EmailChange | undefined },
): Promise<Pick<AuditEvent, 'action' | 'details'>> {
  const { bankName, timeZone } = bank.config
  await endEmailChange(connection, stored.id, now)
  if (email === stored.email) {
    await queueMail(connection, emailChangeCancelledMail(bankName, stored, { reason }), now)
    const details = { before: pending!.email, after: stored.email, reason }
    return { action: 'email_change_cancelled', details }
  }
  if (isStaff(stored.role)) throw new Refusal('administrator_email_fixed')
  if (await isEmailTaken(connection, email)) throw new Refusal('email_taken')
  const change = { userId: stored.id, email, purpose: 'correction', askedBy: actor.userId } as const
  const inserted = await insertEmailChange(connection, change, { key: bank.keys.emailChangeKey, now })
  const until = momentText(inserted.expiresAt, timeZone, 'long')
  await queueMail(connection, emailChangeAskedMail(bankName, stored, { reason, until }), now)
  await queueMail(connection, emailLinkMail(bankName, inserted), now)
  return { action: 'email_change_asked', details: { before: stored.email, after: email, reason } }
}
