import { dayOf, nextDay, startOfDay } from '@bank/contract/bank-day'
import type { StaffRole } from '@bank/contract/roles'
import type { PoolClient } from 'pg'
import { findMainAccount, findMainClosing } from '../../accounts/account.ts'
import { recordAudit } from '../../audit/audit-chain.ts'
import { hasActedOn } from '../../audit/audit-log.ts'
import type { Bank } from '../../bank.ts'
import type { Verb } from '../../call.ts'
import { endEmailChange, findPendingEmail } from '../../email-changes/email-change.ts'
import { findPassword } from '../../passwords/password.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { Refusal } from '../../refusal.ts'
import { type HeldRole, lockRole, presentRole } from '../../users/role.ts'
import { requireAdministrator } from '../administrator-act.ts'
import { hasColleague, hasLastingAdministrator } from './administrator.ts'
import { changeRole } from './role-change.ts'

type Given = HeldRole & {
  readonly userId: string
  readonly role: StaffRole
  readonly actorId: string | null
  readonly now: Date
}

/**
 * Gives a customer a role of the staff, or a member of staff another one (specification §4, Admin flag, for the role of an
 * administrator). The account and the open sessions stay as they are, and the sessions are elevated only by the passcode. A pending
 * e-mail is cancelled, and every administrator gets a mail. Where the bank has a second administrator, or had one in the last 7 days,
 * no single administrator can give a role to an identity of their own (departure 52).
 */
export const giveRole: Verb<'giveRole'> = async ({ bank, actor, params: { id: userId }, input, now }) => {
  if (userId === actor.userId) throw new Refusal('own_role_kept')
  const roleUntil = input.lastDay === null ? null : endOf(input.lastDay, bank.config.timeZone, now)
  await inTransaction(bank.db, async (connection) => {
    await give(connection, bank.config, { userId, role: input.role, roleUntil, actorId: actor.userId, now })
    // After the audit event, which locks the audit log: what the caller does at the same moment, to this user or to another
    // administrator, is either committed and seen here, or comes later.
    await requireAdministrator(connection, actor, now)
    if (await hasColleague(connection, { actorId: actor.userId, promotedId: userId, now })) {
      await requireSecondPerson(connection, { userId, actorId: actor.userId })
    }
    if (!(await hasLastingAdministrator(connection))) throw new Refusal('last_administrator')
  })
}

/** Makes the customer with this e-mail an administrator from the command line. It does not ask for a second person. */
export async function makeAdministratorByCommand(
  { db, config }: { readonly db: Bank['db']; readonly config: Pick<Bank['config'], 'bankName' | 'timeZone'> },
  email: string,
  now: Date,
): Promise<'made' | 'user_unknown'> {
  const user = await findPassword(db, email)
  if (!user) return 'user_unknown'
  const role = { role: 'administrator', roleUntil: null } as const
  await inTransaction(db, (connection) =>
    give(connection, config, { ...role, userId: user.id, actorId: null, now }),
  )
  return 'made'
}

// Longer is a role without an end.
const yearsMax = 1

/** When a role ends that is held up to the end of a day of the bank. Throws for a day that is past or more than a year away. */
function endOf(lastDay: string, timeZone: string, now: Date): Date {
  const today = dayOf(now, timeZone)
  const latest = `${Number(today.slice(0, 4)) + yearsMax}${today.slice(4)}`
  if (lastDay < today || lastDay > latest) throw new Refusal('role_day_wrong')
  return startOfDay(nextDay(lastDay), timeZone)
}

/** Throws when the user is unknown, has the role already, has temporary secrets or closed accounts. */
async function give(
  connection: PoolClient,
  config: Pick<Bank['config'], 'bankName' | 'timeZone'>,
  { userId, role, roleUntil, actorId, now }: Given,
): Promise<void> {
  const user = await lockRole(connection, userId)
  if (!user) throw new Refusal('user_not_found')
  const isHeld = user.role === role && user.roleUntil?.getTime() === roleUntil?.getTime()
  if (isHeld) throw new Refusal('role_held_already')
  if (user.hasTemporarySecrets) throw new Refusal('user_secrets_temporary')
  // They will not be able to sign in: the bank could be left without an administrator.
  if (await findMainClosing(connection, userId)) throw new Refusal('main_account_closed')
  const pending = await findPendingEmail(connection, userId, { purpose: 'correction', now })
  // The e-mail of staff is changed on the command line only.
  if (pending) await endEmailChange(connection, userId, now)
  const before = { ...user, role: presentRole(user, now) }
  await changeRole(connection, config, { userId, before, after: { role, roleUntil }, actorId, now })
  if (pending) {
    const details = { email: pending.email, cause: 'role_given' }
    const action = 'email_change_cancelled'
    await recordAudit(connection, { actorId, action, target: userId, details, now })
  }
}

// With each of these an administrator can bring a user of their own into the bank, or take one over.
const handlings = [
  'user_created',
  'account_activated',
  'account_funded',
  'email_change_asked',
  'email_confirmed',
]

/** Throws unless another administrator has checked the user, by the activation, and the caller has not handled the user. */
async function requireSecondPerson(
  connection: PoolClient,
  { userId, actorId }: { userId: string; actorId: string },
): Promise<void> {
  if (await hasActedOn(connection, { actorId, userId, actions: handlings })) {
    throw new Refusal('user_handled_by_caller')
  }
  const account = await findMainAccount(connection, userId)
  if (account!.activatedAt === null) throw new Refusal('user_not_activated')
}
