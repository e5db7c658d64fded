import { isCountryName } from '@bank/contract/countries/countries'
import type { endpoints } from '@bank/contract/endpoints'
import type { PoolClient } from 'pg'
import type { AuditEvent } from '../../audit/audit-chain.ts'
import type { Call, Verb } from '../../call.ts'
import { type EmailChange, endEmailChange, findPendingEmail } from '../../email-changes/email-change.ts'
import { queueMail } from '../../mail/outgoing-mail.ts'
import { emailChangeCancelledMail, profileCorrectedMail } from '../../mail/profile-letters.ts'
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
import { recordAdministratorAct } from '../administrator-act.ts'
import { waitForSecondPerson } from '../approvals/needed-approval.ts'
import { hasSecondPerson } from '../approvals/second-person.ts'
import { requireNewEmail, startNewEmail } from './email-correction.ts'

type CorrectProfile = Call<typeof endpoints.correctProfile>

/**
 * Corrects a user's details, with a reason that is mailed to the user. A new e-mail is pending until the link mailed to it is
 * confirmed; the current e-mail cancels a pending one. The contents are compared before the version, so that a correction
 * repeated after a lost answer succeeds and changes nothing. Where there is a second person, a new e-mail waits for them; the
 * other details are corrected at once.
 */
export const correctProfile: Verb<'correctProfile'> = async (call) => {
  const { bank, actor, params, input, now } = call
  const { id: subjectId } = params
  if (subjectId === actor.userId) throw new Refusal('own_account_edited')
  const waitsFrom = await inTransaction(bank.db, (connection) => correct(connection, call))
  if (waitsFrom === null) return undefined
  const payload = { before: waitsFrom, after: input.email }
  const requested = { act: 'email' as const, subjectId, payload, reason: input.reason }
  const waiting = await waitForSecondPerson(bank, actor, requested, now)
  if (!waiting) throw new Refusal('busy')
  return waiting
}

/** Corrects the details. Returns the present e-mail where a new one has to wait for a second person; otherwise null. */
async function correct(connection: PoolClient, call: CorrectProfile): Promise<string | null> {
  const { bank, actor, params, input, now } = call
  const stored = await lockProfile(connection, params.id)
  if (!stored) throw new Refusal('user_not_found')
  const pending = await findPendingEmail(connection, stored.id, { purpose: 'correction', now })
  const profile = profileOf(input)
  const changes = changesOf(stored, profile)
  const isEmailUnchanged = input.email === (pending?.email ?? stored.email)
  if (changes.length === 0 && isEmailUnchanged) return null
  const asked = { right: 'correct' as const, makerId: actor.userId, subjectId: stored.id, now }
  const isEmailNew = !isEmailUnchanged && input.email !== stored.email
  const emailWaits = isEmailNew && (await hasSecondPerson(connection, asked))
  if (emailWaits) {
    await requireNewEmail(connection, { stored, email: input.email })
    // All that is left to ask for, also by a repeat: it names the present e-mail instead of the version.
    if (changes.length === 0) return stored.email
  }
  if (input.version !== stored.version) throw new Refusal('profile_outdated')
  // Only for changed details: stored ones that are older than these rules must not block other corrections.
  if (profile.country !== stored.country && !isCountryName(profile.country)) {
    throw new Refusal('country_unknown')
  }
  if (input.dob !== stored.dob) requireAge(input.dob, bank.config, now)
  await updateProfile(connection, stored.id, profile)
  const events: Pick<AuditEvent, 'action' | 'details'>[] = []
  if (!isEmailUnchanged && !emailWaits) events.push(await changeEmail(connection, call, { stored, pending }))
  if (changes.length > 0) {
    const { reason } = input
    const mail = profileCorrectedMail(bank.config.bankName, stored, { changes, reason })
    await queueMail(connection, withOccasion(mail, { bank, now }), now)
    events.push({ action: 'profile_corrected', details: { ...auditedChanges(changes), reason } })
  }
  for (const event of events) {
    await recordAdministratorAct(connection, actor, { ...event, target: stored.id, now })
  }
  return emailWaits ? stored.email : null
}

/** Starts, replaces or cancels the pending e-mail. */
async function changeEmail(
  connection: PoolClient,
  { bank, actor, input: { email, reason }, now }: CorrectProfile,
  { stored, pending }: { stored: StoredProfile; pending: EmailChange | undefined },
): Promise<Pick<AuditEvent, 'action' | 'details'>> {
  if (email !== stored.email) {
    const wanted = { stored, email, reason, askedBy: actor.userId }
    return startNewEmail(connection, bank, wanted, { hasNoSecondPerson: true }, now)
  }
  await endEmailChange(connection, stored.id, now)
  await queueMail(connection, emailChangeCancelledMail(bank.config.bankName, stored, { reason }), now)
  const details = { before: pending!.email, after: stored.email, reason }
  return { action: 'email_change_cancelled', details }
}
