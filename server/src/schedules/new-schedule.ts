import { dayOf } from '@bank/contract/bank-day'
import { schedulesMax } from '@bank/contract/schedules/view'
import type { PoolClient } from 'pg'
import { recordOwnAct } from '../audit/audit-chain.ts'
import type { Bank } from '../bank.ts'
import type { Actor, AnswerHeaders } from '../call.ts'
import { movementJson } from '../movements/stored-movement.ts'
import { Refusal } from '../refusal.ts'
import { inUserTransaction } from '../users/user.ts'
import { requireFirstRun } from './next-run.ts'
import { countOpenSchedules, findSchedule, insertSchedule } from './schedule.ts'
import { auditedSchedule, type ScheduledPayment } from './scheduled-payment.ts'
import { readChanged } from './seen-schedule.ts'

/** A schedule that a customer makes. */
type NewSchedule = {
  readonly id: string
  readonly payment: ScheduledPayment
  /** The reason why the customer may not schedule it. What it counts, such as a wrong PIN, is stored although it refuses. */
  readonly refusal: (connection: PoolClient) => Promise<Refusal | undefined>
}

type MakingCall = {
  readonly bank: Bank
  readonly actor: Actor
  readonly now: Date
  readonly answer: AnswerHeaders
}

/** Makes a schedule, once for each id, or throws the refusal. */
export async function makeSchedule(call: MakingCall, wanted: NewSchedule) {
  // Serialises concurrent calls, so that the count is right.
  const made = await inUserTransaction(call.bank.db, call.actor.userId, (connection) =>
    make(connection, call, wanted),
  )
  if (made instanceof Refusal) throw made
  return made
}

async function make(connection: PoolClient, call: MakingCall, { id, payment, refusal }: NewSchedule) {
  const { bank, actor, now, answer } = call
  const { movement, days } = payment
  const earlier = await findSchedule(connection, id)
  if (earlier) {
    if (contentsOf(earlier) !== contentsOf(payment)) throw new Refusal('opening_id_reused')
    answer.header('Idempotency-Replayed', 'true')
    return readChanged(connection, id)
  }
  const today = dayOf(now, bank.config.timeZone)
  const next = requireFirstRun(payment, { today }, bank.config)
  const refused = await refusal(connection)
  if (refused) return refused
  if ((await countOpenSchedules(connection, actor.userId)) >= schedulesMax) {
    return new Refusal('schedules_too_many', { most: schedulesMax })
  }
  await insertSchedule(connection, { id, movement, days, next }, now)
  const details = auditedSchedule(id, payment)
  await recordOwnAct(connection, { userId: actor.userId, now }, 'schedule_created', details)
  return readChanged(connection, id)
}

/** What a repeat has to have, too. The account of a payee may have been opened in between. */
function contentsOf({ movement, days }: ScheduledPayment): string {
  const { from, to, amountMinor, madeBy, beneficiary, reference } = movement
  const { firstDay, repeat, every, lastDay, times, onHoliday } = days
  return JSON.stringify([
    movementJson({ from, amountMinor, madeBy, reference, ...(beneficiary === null && to && { to }) }),
    Object.entries(beneficiary ?? {}).sort(),
    [firstDay, repeat, every, lastDay, times, onHoliday],
  ])
}
