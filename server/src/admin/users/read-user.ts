import { formatMinor } from '@bank/ledger/money'
import { accountViewsOf, findAccountsOfUser } from '../../accounts/account.ts'
import type { Verb } from '../../call.ts'
import { findPendingEmail } from '../../email-changes/email-change.ts'
import { Refusal } from '../../refusal.ts'
import { findUserDetails } from '../../users/user.ts'
import { recordUserOpened } from './user-opened.ts'

/**
 * A user's profile, accounts and balances (specification §2, User Details), with the date of the password, never the password.
 * Writes an audit event.
 */
export const readUser: Verb<'readUser'> = async ({ bank, actor, params, now }) => {
  const { db, config } = bank
  const [user, accounts, pending] = await Promise.all([
    findUserDetails(db, params.id),
    findAccountsOfUser(db, params.id),
    findPendingEmail(db, params.id, { purpose: 'correction', now }),
  ])
  const [main] = accounts
  if (!user || !main) throw new Refusal('user_not_found')
  await recordUserOpened(bank, { actorId: actor.userId, userId: user.id, now })
  const views = await accountViewsOf(db, accounts, config.bankCode)
  return {
    ...user,
    pendingEmail: pending ? { email: pending.email, expiresAt: pending.expiresAt } : null,
    frozenAt: main.frozenAt,
    account: views[0]!,
    accounts: views,
    fundingLimit: formatMinor(config.fundingLimitMinor),
  }
}
