import type { Verb } from '../call.ts'
import { refusalOfPayment } from './authorised-payment.ts'
import { makeSchedule } from './new-schedule.ts'
import { scheduledPaymentOf } from './scheduled-payment.ts'

/** Schedules a payment with the PIN. The same `openingId` with the same contents schedules it once. */
export const createSchedule: Verb<'createSchedule'> = async (call) => {
  const payment = await scheduledPaymentOf(call)
  const { movement } = payment
  const { openingId: id, transaction_pin: pin } = call.input
  return makeSchedule(call, {
    id,
    payment,
    refusal: (connection) => refusalOfPayment(connection, call, { movement, pin }),
  })
}
