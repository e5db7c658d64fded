import { momentText } from '@bank/contract/date-text'
import { guardSpans } from '@bank/ledger/guard'
import { formatMinor } from '@bank/ledger/money'
import { recordOwnAct } from '../audit/audit-chain.ts'
import { type Limits, limitsAt } from '../books/rows/guards.ts'
import type { Verb } from '../call.ts'
import { type LimitRaise, limitsRaisedMail } from '../mail/freeze-and-guard-letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { confirmationRequired, isConfirmedRecently, revokeProofs } from '../sessions/confirmation-proof.ts'
import { withOccasion } from '../sessions/occasion.ts'
import { inUserTransaction } from '../users/user.ts'
import { findGuards, lockSending, noLimits, startCounting, storeLimits } from './guard.ts'

// Long enough for a customer to notice a raise that they did not make.
const raiseMilliseconds = 24 * 60 * 60_000

/**
 * Sets the caller's limits in a currency. A lower limit holds for every transfer that is decided later. A higher one needs a recent
 * sign-in or confirmation, and holds after 24 hours; a later change replaces one that waits.
 */
export const setGuard: Verb<'setGuard'> = async (call) => {
  const { bank, actor, params, input: wanted } = call
  const { currency } = params
  const { userId } = actor
  await inUserTransaction(bank.db, userId, async (connection) => {
    await lockSending(connection, userId)
    // After the lock: what was sent on the day before is not counted as today's.
    const now = new Date(bank.clock())
    const guards = await findGuards(connection, userId)
    const guard = guards.find((each) => each.currency === currency)
    const before = guard ? limitsAt(guard, now.getTime()) : noLimits
    const raises = raisesOf(before, wanted)
    const isRaise = raises.length > 0
    if (isRaise && !isConfirmedRecently(actor, now)) throw await confirmationRequired(connection, userId)
    if (isRaise) await revokeProofs(connection, userId)
    await startCounting(connection, userId, currency, { now, timeZone: bank.config.timeZone })
    const nextFrom = isRaise ? new Date(now.getTime() + raiseMilliseconds) : null
    await storeLimits(connection, userId, currency, {
      limits: lowerOf(before, wanted),
      next: isRaise ? wanted : null,
      nextFrom,
    })
    if (nextFrom) {
      const from = momentText(nextFrom, bank.config.timeZone, 'long')
      const mail = limitsRaisedMail(bank.config.bankName, actor, { raises, currency, from })
      await queueMail(connection, withOccasion(mail, { ...call, now }), now)
    }
    const details = { currency, before: textOf(before), after: textOf(wanted) }
    await recordOwnAct(connection, { userId, now }, 'guard_set', details)
  })
}

function raisesOf(before: Limits, wanted: Limits): LimitRaise[] {
  return guardSpans.flatMap((span) => {
    const limit = before[span]
    const after = wanted[span]
    return limit !== null && isHigher(after, limit) ? [{ span, before: limit, after }] : []
  })
}

function isHigher(one: bigint | null, other: bigint | null): boolean {
  return other !== null && (one === null || one > other)
}

function lowerOf(one: Limits, other: Limits): Limits {
  const lower = (span: keyof Limits) => (isHigher(one[span], other[span]) ? other[span] : one[span])
  return { payment: lower('payment'), day: lower('day'), month: lower('month') }
}

/** For the audit log: "payment 5.00, month 40.00", or "none". */
function textOf(limits: Limits): string {
  const set = guardSpans.flatMap((span) => {
    const limit = limits[span]
    return limit === null ? [] : [`${span} ${formatMinor(limit)}`]
  })
  return set.join(', ') || 'none'
}
