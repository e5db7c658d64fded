import { hasRight } from '@bank/contract/roles/rights'
import { isStaff } from '@bank/contract/roles/role'
import { recordAudit } from '../../audit/audit-chain.ts'
import type { Bank } from '../../bank.ts'
import type { Verb } from '../../call.ts'
import { queueMail } from '../../mail/outgoing-mail.ts'
import { twoFactorResetMail } from '../../mail/two-factor-letters.ts'
import { findPassword } from '../../passwords/password.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { Refusal } from '../../refusal.ts'
import { withOccasion } from '../../sessions/occasion.ts'
import { isTwoFactorOn } from '../../two-factor/authenticator.ts'
import { inUserTransaction } from '../../users/user.ts'
import { requireAdministrator } from '../administrator-act.ts'
import { waitForSecondPerson } from '../approvals/needed-approval.ts'
import { readResetGround, removeSecondFactor, storeTwoFactorReset } from './two-factor-reset.ts'

/**
 * Turns two-factor off from the command line, for a user who has lost the phone and the recovery codes (`removeSecondFactor`), and
 * sends the user a mail. The audit event has no actor. Changes nothing when no user has the e-mail, or two-factor is off.
 */
export async function resetTwoFactor(
  { db, config }: { readonly db: Bank['db']; readonly config: Pick<Bank['config'], 'bankName' | 'timeZone'> },
  email: string,
  now: Date,
): Promise<'reset' | 'user_unknown' | 'two_factor_off'> {
  const user = await findPassword(db, email)
  if (!user) return 'user_unknown'
  const { id, name } = user
  return inUserTransaction(db, id, async (connection) => {
    if (!(await isTwoFactorOn(connection, id))) return 'two_factor_off'
    const details = { sessionsEnded: await removeSecondFactor(connection, id) }
    const mail = twoFactorResetMail(config.bankName, { name, email })
    await queueMail(connection, withOccasion(mail, { bank: { config }, now }), now)
    await recordAudit(connection, { actorId: null, action: 'two_factor_reset', target: id, details, now })
    return 'reset'
  })
}

/**
 * Staff reset two-factor for a user, with a reason that only the audit log shows (`storeTwoFactorReset`). That of a member of staff opens
 * the rights of their role: it needs the right to give roles, and waits for a second person where there is one.
 */
export const resetTwoFactorOfUser: Verb<'resetTwoFactorOfUser'> = async (call) => {
  const { bank, actor, params, input, now } = call
  const { id: userId } = params
  const { reason } = input
  if (userId === actor.userId) throw new Refusal('own_account_edited')
  const ground = await readResetGround(bank.db, userId)
  const isOfStaff = isStaff(ground.role)
  if (isOfStaff && !hasRight(actor.role, 'give_roles')) throw new Refusal('administrator_two_factor_kept')
  const authority = isOfStaff ? ({ userId: actor.userId, may: 'give_roles' } as const) : actor
  if (isOfStaff) {
    const requested = { act: 'two_factor_reset' as const, subjectId: userId, payload: ground, reason }
    const waiting = await waitForSecondPerson(bank, authority, requested, now)
    if (waiting) return waiting
  }
  await inTransaction(bank.db, async (connection) => {
    const wanted = { userId, ground, reason, actorId: actor.userId }
    await storeTwoFactorReset(connection, bank, wanted, { hasNoSecondPerson: isOfStaff }, now)
    await requireAdministrator(connection, authority, now)
  })
  return undefined
}
