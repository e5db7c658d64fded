import { momentText } from '@bank/contract/date-text'
import { isStaff, type Role } from '@bank/contract/roles/role'
import { formatMinor } from '@bank/ledger/money'
import type { PoolClient } from 'pg'
import { deactivated } from '../../accounts/account.ts'
import { recordAudit } from '../../audit/audit-chain.ts'
import type { Bank } from '../../bank.ts'
import { type Control, controlDetails } from '../../books/rows/approvals.ts'
import { lockSending } from '../../guards/guard.ts'
import { limitAfterRecovery } from '../../guards/pin-recovery-limit.ts'
import { queueMail } from '../../mail/outgoing-mail.ts'
import { twoFactorResetMail } from '../../mail/two-factor-letters.ts'
import type { Connection } from '../../postgres/database.ts'
import { Refusal } from '../../refusal.ts'
import { withOccasion } from '../../sessions/occasion.ts'
import { endChallenges } from '../../sessions/sign-in-challenge.ts'
import { endSessions } from '../../sessions/user-sessions.ts'
import { removeAuthenticator } from '../../two-factor/authenticator.ts'
import { removeRecoveryCodes } from '../../two-factor/recovery-code.ts'
import { forgetDevices, lockUser, readUser } from '../../users/user.ts'

/** What a reset of two-factor was decided on: the user's role, and since when two-factor is on, as an ISO moment. */
export type ResetGround = { readonly role: Role; readonly since: string }

/**
 * What a reset of two-factor would be decided on now. Throws for an unknown user, where two-factor is off, and for a member of staff who
 * is deactivated.
 */
export async function readResetGround(db: Connection, userId: string): Promise<ResetGround> {
  const { rows } = await db.query<{ role: Role; since: Date | null; isDeactivated: boolean }>(
    `select u.role, t.turned_on_at as since, (${deactivated('a')}) as "isDeactivated"
       from users u
       join accounts a on a.user_id = u.id and a.is_main
       left join authenticators t on t.user_id = u.id
      where u.id = $1`,
    [userId],
  )
  const [user] = rows
  if (!user) throw new Refusal('user_not_found')
  const { role, since, isDeactivated } = user
  if (since === null) throw new Refusal('two_factor_off')
  if (isStaff(role) && isDeactivated) throw new Refusal('staff_deactivated')
  return { role, since: since.toISOString() }
}

type WantedReset = {
  readonly userId: string
  readonly ground: ResetGround
  readonly reason: string
  readonly actorId: string
}

/**
 * Resets two-factor for a user who has lost the telephone and the recovery codes, with its mail and audit event. As after a forgotten PIN
 * the bank limits what is sent for 24 hours: the caller may not have been the user. Throws `two_factor_changed` where the ground is no
 * longer the same. Call it last in the transaction.
 */
export async function storeTwoFactorReset(
  connection: PoolClient,
  bank: Pick<Bank, 'config' | 'clock'>,
  { userId, ground, reason, actorId }: WantedReset,
  control: Control,
  now: Date,
): Promise<void> {
  const { bankName, timeZone, pinRecoveryLimitMinor } = bank.config
  await lockUser(connection, userId)
  const { role, since } = await readResetGround(connection, userId)
  if (role !== ground.role || since !== ground.since) throw new Refusal('two_factor_changed')
  await lockSending(connection, userId)
  const sessionsEnded = await removeSecondFactor(connection, userId)
  // By the clock of the books, after the lock.
  const until = await limitAfterRecovery(connection, userId, { now: new Date(bank.clock()), timeZone })
  const limited = { limit: formatMinor(pinRecoveryLimitMinor), until: momentText(until, timeZone, 'long') }
  const mail = twoFactorResetMail(bankName, await readUser(connection, userId), limited)
  await queueMail(connection, withOccasion(mail, { bank, now }), now)
  const details = { reason, sessionsEnded, ...controlDetails(control) }
  await recordAudit(connection, { actorId, action: 'two_factor_reset', target: userId, details, now })
}

/**
 * Turns two-factor off for a user who has lost the phone and the recovery codes: the secret and the codes are deleted, every session
 * and pending sign-in ends, and no device is known any more. Lock the user first. Returns how many sessions have ended.
 */
export async function removeSecondFactor(connection: PoolClient, userId: string): Promise<number> {
  await removeAuthenticator(connection, userId)
  await removeRecoveryCodes(connection, userId)
  await forgetDevices(connection, userId)
  await endChallenges(connection, userId)
  return endSessions(connection, userId)
}
