import { dayOf } from '@bank/contract/bank-day'
import type { PoolClient } from 'pg'
import { recordOwnAct } from '../audit/audit-chain.ts'
import type { Bank } from '../bank.ts'
import type { Actor } from '../call.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { type NextRun, requireFirstRun, runAt } from './next-run.ts'
import { rightOf, type Schedule, storeChange } from './schedule.ts'
import { endWaiting, findLastDay } from './schedule-run.ts'
import { auditedSchedule, type ScheduledPayment } from './scheduled-payment.ts'
import { lockOwnSchedule, readChanged, requireSeen } from './seen-schedule.ts'

type ScheduleChange = {
  readonly id: string
  readonly version: number
  readonly payment: ScheduledPayment
  /** The reason why the customer may not schedule it. What it counts, such as a wrong PIN, is stored although it refuses. */
  readonly refusal: (connection: PoolClient) => Promise<Refusal | undefined>
}

type ChangingCall = { readonly bank: Bank; readonly actor: Actor; readonly now: Date }

/**
 * Changes a schedule that is as the customer saw it, or throws the refusal. With the same first day and rhythm it goes on where
 * it is; other days begin anew, after the last run.
 */
export async function storeChanged(call: ChangingCall, wanted: ScheduleChange) {
  const changed = await inTransaction(call.bank.db, (connection) => change(connection, call, wanted))
  if (changed instanceof Refusal) throw changed
  return changed
}

async function change(connection: PoolClient, call: ChangingCall, wanted: ScheduleChange) {
  const { actor, now } = call
  const { userId } = actor
  const { id, version, payment, refusal } = wanted
  const { movement, days } = payment
  const schedule = await lockOwnSchedule(connection, { id, userId })
  // Of another account, or one that needs the PIN where this does not.
  const { movement: before } = schedule
  const isOther = before.from !== movement.from || rightOf(before) !== rightOf(movement)
  if (isOther) throw new Refusal('schedule_not_found')
  const seen = await requireSeen(connection, schedule, version)
  const next = await nextRunAfter(connection, call, { schedule, seen, payment })
  const refused = await refusal(connection)
  if (refused) return refused
  await storeChange(connection, id, { movement, days, next })
  await endWaiting(connection, [id], next.nextDay)
  await recordOwnAct(connection, { userId, now }, 'schedule_changed', auditedSchedule(id, payment))
  return readChanged(connection, id)
}

/** The next run after the change. */
async function nextRunAfter(
  connection: PoolClient,
  { bank, now }: ChangingCall,
  { schedule, seen, payment }: { schedule: Schedule; seen: NextRun; payment: ScheduledPayment },
): Promise<NextRun> {
  const { days } = payment
  const { firstDay, repeat, every, onHoliday } = schedule.days
  if (days.firstDay !== firstDay || days.repeat !== repeat || days.every !== every) {
    const lastDay = await findLastDay(connection, schedule.id)
    return requireFirstRun(payment, { today: dayOf(now, bank.config.timeZone), lastDay }, bank.config)
  }
  const next = runAt(payment, seen.nextNumber, bank.config)
  if (!next) throw new Refusal('schedule_without_days')
  // Where the day stays, so does the time of its next try.
  return days.onHoliday === onHoliday ? seen : next
}
