import type { Bank } from '../../bank.ts'
import type { Verb } from '../../call.ts'
import { findPassword } from '../../passwords/password.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { putRoleWithApproval } from '../approvals/role-act.ts'
import { putRole } from './role-giving.ts'

/**
 * Gives a customer a role of the staff, or a member of staff another one (specification §4, Admin flag, for the role of an
 * administrator). The account and the open sessions stay as they are, and the sessions are elevated only by the passcode. A pending
 * e-mail is cancelled, and every administrator gets a mail. Where someone else can give roles, it waits for one of them (departure 52).
 */
export const giveRole: Verb<'giveRole'> = ({ bank, actor, params: { id: userId }, input, now }) =>
  putRoleWithApproval(bank, actor, { userId, reason: undefined, ...input }, now)

/** Makes the customer with this e-mail an administrator from the command line. It does not ask for a second person. */
export async function makeAdministratorByCommand(
  { db, config }: { readonly db: Bank['db']; readonly config: Pick<Bank['config'], 'bankName' | 'timeZone'> },
  email: string,
  now: Date,
): Promise<'made' | 'user_unknown'> {
  const user = await findPassword(db, email)
  if (!user) return 'user_unknown'
  const wanted = {
    userId: user.id,
    role: 'administrator',
    lastDay: null,
    actorId: null,
    reason: undefined,
  } as const
  await inTransaction(db, (connection) => putRole(connection, config, wanted, {}, now))
  return 'made'
}
