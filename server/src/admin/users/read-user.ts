import type { UserDetailsView } from '@bank/contract/admin/users/view'
import type { endpoints } from '@bank/contract/endpoints'
import { formatMinor } from '@bank/ledger/money'
import { accountView, findAccountsOfUser, readFundsOf } from '../../accounts/account.ts'
import type { Call } from '../../call.ts'
import { findPendingEmail } from '../../email-changes/email-change.ts'
import { Refusal } from '../../refusal.ts'
import { findUserDetails } from '../../users/user.ts'
import { recordUserOpened } from './user-opened.ts'

/**
 * A user's profile, accounts and balances (specification §2, User Details), with the date of the password, never the password.
 * Writes an audit event.
 */
export async function readUser({
  bank,
  actor,
  params,
  now,
}: Call<typeof endpoints.readUser>): Promise<UserDetailsView> {
  const { db, config } = bank
  const [user, accounts, pending] = await Promise.all([
    findUserDetails(db, params.id),
    findAccountsOfUser(db, params.id),
    findPendingEmail(db, params.id, now),
  ])
  const [main] = accounts
  if (!user || !main) throw new Refusal('user_not_found')
  await recordUserOpened(bank, { actorId: actor.userId, userId: user.id, now })
  const funds = await readFundsOf(
    db,
    accounts.map(({ id }) => id),
  )
  const views = accounts.map((account) => accountView(account, funds.get(account.id)!))
  return {
    ...user,
    createdAt: user.createdAt.toISOString(),
    passwordSetAt: user.passwordSetAt.toISOString(),
    temporarySecretsUntil: user.temporarySecretsUntil?.toISOString() ?? null,
    pendingEmail: pending ? { email: pending.email, expiresAt: pending.expiresAt.toISOString() } : null,
    frozenAt: main.frozenAt?.toISOString() ?? null,
    account: views[0]!,
    accounts: views,
    fundingLimit: formatMinor(config.fundingLimitMinor),
  }
}
