import { dayOf } from '@bank/contract/bank-day'
import type { endpoints } from '@bank/contract/endpoints'
import type { PoolClient } from 'pg'
import { recordOwnAct } from '../audit/audit-chain.ts'
import type { Call, Verb } from '../call.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { refusalOfPayment } from './authorised-payment.ts'
import { auditedSchedule, type Ordered, orderedBy } from './ordered-schedule.ts'
import { type Place, placeAt, requireFirstPlace } from './place.ts'
import { type Schedule, storeChange } from './schedule.ts'
import { endWaiting, findLastDay } from './schedule-run.ts'
import { lockOwnSchedule, readChanged, requireSeen } from './seen-schedule.ts'

/**
 * Changes the payee, the amount or the days of a schedule that is as the customer saw it. With the same first day and rhythm it goes on
 * where it is; other days begin anew, after the last run.
 */
export const changeSchedule: Verb<'changeSchedule'> = async (call) => {
  const ordered = await orderedBy(call)
  // A wrong PIN is stored although it is refused.
  const changed = await inTransaction(call.bank.db, (connection) => change(connection, call, ordered))
  if (changed instanceof Refusal) throw changed
  return changed
}

async function change(
  connection: PoolClient,
  call: Call<typeof endpoints.changeSchedule>,
  { movement, days }: Ordered,
) {
  const { actor, params, input, now } = call
  const { userId } = actor
  const { id } = params
  const schedule = await lockOwnSchedule(connection, { id, userId })
  if (schedule.movement.from !== movement.from) throw new Refusal('schedule_not_found')
  const seen = await requireSeen(connection, schedule, input.version)
  const place = await placeAfter(connection, call, { schedule, seen, ordered: { movement, days } })
  const refusal = await refusalOfPayment(connection, call, { movement, pin: input.transaction_pin })
  if (refusal) return refusal
  await storeChange(connection, id, { movement, days, place })
  await endWaiting(connection, id, place.nextDay)
  await recordOwnAct(connection, { userId, now }, 'schedule_changed', auditedSchedule(id, { movement, days }))
  return readChanged(connection, id)
}

/** The next run after the change. */
async function placeAfter(
  connection: PoolClient,
  { bank, now }: Pick<Call<typeof endpoints.changeSchedule>, 'bank' | 'now'>,
  { schedule, seen, ordered }: { schedule: Schedule; seen: Place; ordered: Ordered },
): Promise<Place> {
  const { days, movement } = ordered
  const calendar = { ...bank.config, currency: movement.currency }
  const { firstDay, repeat, every, onHoliday } = schedule.days
  if (days.firstDay !== firstDay || days.repeat !== repeat || days.every !== every) {
    const lastDay = await findLastDay(connection, schedule.id)
    return requireFirstPlace(days, { ...calendar, today: dayOf(now, bank.config.timeZone), lastDay })
  }
  const place = placeAt(days, seen.nextNumber, calendar)
  if (!place) throw new Refusal('schedule_without_days')
  // Where the day stays, so does the time of its next try.
  return days.onHoliday === onHoliday ? seen : place
}
