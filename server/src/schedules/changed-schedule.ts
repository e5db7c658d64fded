import { dayOf } from '@bank/contract/bank-day'
import type { PoolClient } from 'pg'
import { recordOwnAct } from '../audit/audit-chain.ts'
import type { Bank } from '../bank.ts'
import type { Actor } from '../call.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { auditedSchedule, type Ordered } from './ordered-schedule.ts'
import { type Place, placeAt, requireFirstPlace } from './place.ts'
import { type Schedule, storeChange } from './schedule.ts'
import { endWaiting, findLastDay } from './schedule-run.ts'
import { lockOwnSchedule, readChanged, requireSeen } from './seen-schedule.ts'

type Change = {
  readonly id: string
  readonly version: number
  readonly ordered: Ordered
  /** The reason why the customer may not order it. What it counts, such as a wrong PIN, is stored although it refuses. */
  readonly refusal: (connection: PoolClient) => Promise<Refusal | undefined>
}

type ChangingCall = { readonly bank: Bank; readonly actor: Actor; readonly now: Date }

/**
 * Changes a schedule that is as the customer saw it, or throws the refusal. With the same first day and rhythm it goes on where
 * it is; other days begin anew, after the last run.
 */
export async function storeChanged(call: ChangingCall, wanted: Change) {
  const changed = await inTransaction(call.bank.db, (connection) => change(connection, call, wanted))
  if (changed instanceof Refusal) throw changed
  return changed
}

async function change(connection: PoolClient, call: ChangingCall, wanted: Change) {
  const { actor, now } = call
  const { userId } = actor
  const { id, version, ordered, refusal } = wanted
  const { movement, days } = ordered
  const schedule = await lockOwnSchedule(connection, { id, userId })
  const { from, beneficiary } = schedule.movement
  // Of another account, or one that needs the PIN where this does not.
  const isOther = from !== movement.from || (beneficiary === null) !== (movement.beneficiary === null)
  if (isOther) throw new Refusal('schedule_not_found')
  const seen = await requireSeen(connection, schedule, version)
  const place = await placeAfter(connection, call, { schedule, seen, ordered })
  const refused = await refusal(connection)
  if (refused) return refused
  await storeChange(connection, id, { movement, days, place })
  await endWaiting(connection, [id], place.nextDay)
  await recordOwnAct(connection, { userId, now }, 'schedule_changed', auditedSchedule(id, ordered))
  return readChanged(connection, id)
}

/** The next run after the change. */
async function placeAfter(
  connection: PoolClient,
  { bank, now }: ChangingCall,
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
