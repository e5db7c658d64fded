import type { endpoints } from '@bank/contract/endpoints'
import { guardKinds } from '@bank/ledger/guard'
import { formatMinor } from '@bank/ledger/money'
import { recordAudit } from '../audit/audit-chain.ts'
import type { Call } from '../call.ts'
import { limitsRaisedMail } from '../mail/freeze-and-guard-letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { confirmationRequired, isConfirmedRecently } from '../sessions/confirmation-proof.ts'
import { lockUser } from '../users/user.ts'
import { findGuards, type Limits, limitsAt, lockSending, startCounting, storeLimits } from './guard.ts'

// Long enough for a customer to notice a raise that they did not make.
const raiseMilliseconds = 24 * 60 * 60_000

/**
 * Sets the caller's limits in a currency. A lower limit holds for every transfer that is decided later. A higher one needs a recent
 * sign-in or confirmation, and holds after 24 hours; a later change replaces one that waits.
 */
export async function setGuard({
  bank,
  actor,
  params: { currency },
  input: wanted,
}: Call<typeof endpoints.setGuard>): Promise<undefined> {
  const { userId } = actor
  await inTransaction(bank.db, async (connection) => {
    await lockUser(connection, userId)
    await lockSending(connection, userId)
    // After the lock: what was sent on the day before is not counted as today's.
    const now = new Date(bank.clock())
    const guards = await findGuards(connection, userId)
    const before = limitsAt(
      guards.find((guard) => guard.currency === currency),
      now,
    )
    const isRaise = guardKinds.some((kind) => isHigher(wanted[kind], before[kind]))
    if (isRaise && !isConfirmedRecently(actor, now)) throw await confirmationRequired(connection, userId)
    await startCounting(connection, userId, currency, { now, timeZone: bank.config.timeZone })
    await storeLimits(connection, userId, currency, {
      limits: lowerOf(before, wanted),
      next: isRaise ? wanted : null,
      nextFrom: isRaise ? new Date(now.getTime() + raiseMilliseconds) : null,
    })
    if (isRaise) await queueMail(connection, limitsRaisedMail(bank.config.bankName, actor), now)
    const details = { currency, before: textOf(before), after: textOf(wanted) }
    await recordAudit(connection, { actorId: userId, action: 'guard_set', target: userId, details, now })
  })
}

function isHigher(one: bigint | null, other: bigint | null): boolean {
  return other !== null && (one === null || one > other)
}

function lowerOf(one: Limits, other: Limits): Limits {
  const lower = (kind: keyof Limits) => (isHigher(one[kind], other[kind]) ? other[kind] : one[kind])
  return { payment: lower('payment'), day: lower('day'), month: lower('month') }
}

/** For the audit log: "payment 5.00, month 40.00", or "none". */
function textOf(limits: Limits): string {
  const set = guardKinds.flatMap((kind) => {
    const limit = limits[kind]
    return limit === null ? [] : [`${kind} ${formatMinor(limit)}`]
  })
  return set.join(', ') || 'none'
}
