import type { Verb } from '../call.ts'
import { refusalOfPayment } from './authorised-payment.ts'
import { makeSchedule } from './new-schedule.ts'
import { orderedBy } from './ordered-schedule.ts'

/** Schedules a payment with the PIN. The same `openingId` with the same contents schedules it once. */
export const createSchedule: Verb<'createSchedule'> = async (call) => {
  const ordered = await orderedBy(call)
  const { movement } = ordered
  const { openingId: id, transaction_pin: pin } = call.input
  return makeSchedule(call, {
    id,
    ordered,
    refusal: (connection) => refusalOfPayment(connection, call, { movement, pin }),
  })
}
