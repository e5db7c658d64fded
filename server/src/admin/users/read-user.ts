import { accountStateOf } from '@bank/contract/accounts/state'
import { formatMinor } from '@bank/ledger/money'
import { type Account, accountViewsOf, findAccountsOfUser } from '../../accounts/account.ts'
import { findLastActivationChange } from '../../audit/audit-log.ts'
import type { Bank } from '../../bank.ts'
import type { StaffActor, Verb } from '../../call.ts'
import { findPendingEmail } from '../../email-changes/email-change.ts'
import { findPinLockEnd, isPinSet } from '../../pins/pin.ts'
import type { Connection } from '../../postgres/database.ts'
import { Refusal } from '../../refusal.ts'
import { sessionEndsAt } from '../../sessions/session.ts'
import { findUserSessions } from '../../sessions/user-sessions.ts'
import { findAuthenticator } from '../../two-factor/authenticator.ts'
import { findUserDetails } from '../../users/user.ts'
import { findWaitingApprovals } from '../approvals/approval.ts'
import { viewOf } from '../approvals/approval-views.ts'
import { hasSecondPerson } from '../approvals/second-person.ts'
import { recordUserOpened } from './user-opened.ts'

// The page of approvals has the rest.
const approvalsMax = 20

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
    signIn: await readSignIn(bank, user.id, now),
    account: views[0]!,
    accounts: views,
    deactivations: await readDeactivations(db, accounts),
    fundingLimit: formatMinor(config.fundingLimitMinor),
    ...(await readApprovals(bank, actor, user.id, now)),
  }
}

/** What waits for a second person about the user, and from which amount on a funding by the caller would. */
async function readApprovals({ db, config }: Bank, actor: StaffActor, userId: string, now: Date) {
  const asked = { right: 'fund' as const, makerId: actor.userId, subjectId: userId, now }
  const [needsTwo, approvals] = await Promise.all([
    hasSecondPerson(db, asked),
    findWaitingApprovals(db, { now, subjectId: userId, limit: approvalsMax }),
  ])
  return {
    approvalAbove: needsTwo ? formatMinor(config.approvalAboveMinor) : null,
    approvals: approvals.map((approval) => viewOf(approval, actor)),
  }
}

/** How the user signs in and confirms payments, without any secret. */
async function readSignIn({ db, config, keys }: Bank, userId: string, now: Date) {
  const [hasPin, lockedUntil, authenticator, sessions] = await Promise.all([
    isPinSet(db, userId, { keys, now }),
    findPinLockEnd(db, userId, now),
    findAuthenticator(db, userId),
    findUserSessions(db, userId, ''),
  ])
  return {
    hasPin,
    lockedUntil,
    twoFactorSince: authenticator?.turnedOnAt ?? null,
    sessions: sessions
      .filter((session) => sessionEndsAt(session, config) > now)
      .map(({ isCurrent: _, ...session }) => session),
  }
}

async function readDeactivations(db: Connection, accounts: readonly Account[]) {
  const deactivated = accounts.filter((account) => accountStateOf(account) === 'deactivated')
  const found = deactivated.map(async ({ userId, number, isMain }) => {
    const last = await findLastActivationChange(db, userId, isMain ? null : number)
    // A further account without a deactivation of its own is inactive with the main one.
    if (!last || last.isActive) return []
    return [{ accountNumber: number, at: last.at, by: last.by, reason: last.reason ?? null }]
  })
  return (await Promise.all(found)).flat()
}
