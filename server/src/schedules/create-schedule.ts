import { dayOf } from '@bank/contract/bank-day'
import type { endpoints } from '@bank/contract/endpoints'
import { schedulesMax } from '@bank/contract/schedules/view'
import type { PoolClient } from 'pg'
import { recordOwnAct } from '../audit/audit-chain.ts'
import type { Call, Verb } from '../call.ts'
import { movementJson } from '../movements/stored-movement.ts'
import { Refusal } from '../refusal.ts'
import { inUserTransaction } from '../users/user.ts'
import { refusalOfPayment } from './authorised-payment.ts'
import { auditedSchedule, type Ordered, orderedBy } from './ordered-schedule.ts'
import { requireFirstPlace } from './place.ts'
import { countOpenSchedules, findSchedule, insertSchedule, type Schedule } from './schedule.ts'
import { readChanged } from './seen-schedule.ts'

type CreateSchedule = Call<typeof endpoints.createSchedule>

/** Schedules a payment. The same `openingId` with the same contents schedules it once. */
export const createSchedule: Verb<'createSchedule'> = async (call) => {
  const { bank, actor } = call
  const ordered = await orderedBy(call)
  // Serialises concurrent calls, so that the count is right. A wrong PIN is stored although it is refused.
  const made = await inUserTransaction(bank.db, actor.userId, (connection) => make(connection, call, ordered))
  if (made instanceof Refusal) throw made
  return made
}

async function make(connection: PoolClient, call: CreateSchedule, { movement, days }: Ordered) {
  const { bank, actor, input, now, answer } = call
  const { openingId: id, transaction_pin: pin } = input
  const earlier = await findSchedule(connection, id)
  if (earlier) {
    if (!isSame(earlier, { movement, days })) throw new Refusal('opening_id_reused')
    answer.header('Idempotency-Replayed', 'true')
    return readChanged(connection, id)
  }
  const today = dayOf(now, bank.config.timeZone)
  const place = requireFirstPlace(days, { ...bank.config, currency: movement.currency, today })
  const refusal = await refusalOfPayment(connection, call, { movement, pin })
  if (refusal) return refusal
  if ((await countOpenSchedules(connection, actor.userId)) >= schedulesMax) {
    return new Refusal('schedules_too_many', { most: schedulesMax })
  }
  await insertSchedule(connection, { id, movement, days, place }, now)
  const details = auditedSchedule(id, { movement, days })
  await recordOwnAct(connection, { userId: actor.userId, now }, 'schedule_created', details)
  return readChanged(connection, id)
}

/** Whether a repeat has the contents of the schedule that was made. The payee's account may have been opened in between. */
function isSame(earlier: Schedule, ordered: Ordered): boolean {
  return contentsOf(earlier) === contentsOf(ordered)
}

function contentsOf({ movement, days }: Ordered): string {
  const { from, amountMinor, madeBy, beneficiary, reference } = movement
  const { firstDay, repeat, every, lastDay, times, onHoliday } = days
  return JSON.stringify([
    movementJson({ from, amountMinor, madeBy, reference }),
    Object.entries(beneficiary).sort(),
    [firstDay, repeat, every, lastDay, times, onHoliday],
  ])
}
