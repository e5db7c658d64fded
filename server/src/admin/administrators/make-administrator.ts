import type { PoolClient } from 'pg'
import { findMainAccount, findMainClosing } from '../../accounts/account.ts'
import { recordAudit } from '../../audit/audit-chain.ts'
import { hasActedOn } from '../../audit/audit-log.ts'
import type { Bank } from '../../bank.ts'
import type { Verb } from '../../call.ts'
import { endEmailChange, findPendingEmail } from '../../email-changes/email-change.ts'
import { queueMail } from '../../mail/outgoing-mail.ts'
import { administratorMadeMail } from '../../mail/profile-letters.ts'
import { findPassword } from '../../passwords/password.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { Refusal } from '../../refusal.ts'
import { lockRole, setRole } from '../../users/role.ts'
import { readUser } from '../../users/user.ts'
import { requireAdministrator } from '../administrator-act.ts'
import { findAdministrators, hasColleague } from './administrator.ts'

type Promotion = { readonly userId: string; readonly actorId: string | null; readonly now: Date }

/**
 * Makes a customer an administrator as well (specification §4, Admin flag). The account and the open sessions stay as they are,
 * and the sessions are elevated only by the passcode. A pending e-mail is cancelled, and every administrator gets a mail. Where
 * the bank has a second administrator, or had one in the last 7 days, no single administrator can promote an identity of their
 * own (departure 52).
 */
export const makeAdministrator: Verb<'makeAdministrator'> = async ({ bank, actor, params, now }) => {
  const { id } = params
  await inTransaction(bank.db, async (connection) => {
    await promote(connection, bank.config, { userId: id, actorId: actor.userId, now })
    // After the audit event, which locks the audit log: what the caller does at the same moment, to this user or to another
    // administrator, is either committed and seen here, or comes later.
    await requireAdministrator(connection, actor.userId)
    if (await hasColleague(connection, { actorId: actor.userId, promotedId: id, now })) {
      await requireSecondPerson(connection, { userId: id, actorId: actor.userId })
    }
  })
}

/** Makes the customer with this e-mail an administrator from the command line. It does not ask for a second person. */
export async function makeAdministratorByCommand(
  { db, config }: { readonly db: Bank['db']; readonly config: Pick<Bank['config'], 'bankName'> },
  email: string,
  now: Date,
): Promise<'made' | 'user_unknown'> {
  const user = await findPassword(db, email)
  if (!user) return 'user_unknown'
  await inTransaction(db, (connection) =>
    promote(connection, config, { userId: user.id, actorId: null, now }),
  )
  return 'made'
}

/** Throws when the user is unknown, an administrator already, has temporary secrets or closed accounts. */
async function promote(
  connection: PoolClient,
  { bankName }: Pick<Bank['config'], 'bankName'>,
  { userId, actorId, now }: Promotion,
): Promise<void> {
  const user = await lockRole(connection, userId)
  if (!user) throw new Refusal('user_not_found')
  if (user.role === 'administrator') throw new Refusal('administrator_already')
  if (user.hasTemporarySecrets) throw new Refusal('user_secrets_temporary')
  // They will not be able to sign in: the bank could be left without an administrator.
  if (await findMainClosing(connection, userId)) throw new Refusal('main_account_closed')
  await setRole(connection, userId, 'administrator')
  const made = await readUser(connection, userId)
  const by = actorId === null ? null : await readUser(connection, actorId)
  for (const reader of await findAdministrators(connection)) {
    await queueMail(connection, administratorMadeMail(bankName, reader, { made, by }), now)
  }
  const pending = await findPendingEmail(connection, userId, { purpose: 'correction', now })
  if (pending) {
    // An administrator's e-mail is changed on the command line only.
    await endEmailChange(connection, userId, now)
    const details = { email: pending.email, cause: 'administrator_made' }
    const action = 'email_change_cancelled'
    await recordAudit(connection, { actorId, action, target: userId, details, now })
  }
  const details = { before: 'customer', after: 'administrator' }
  await recordAudit(connection, { actorId, action: 'administrator_made', target: userId, details, now })
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
