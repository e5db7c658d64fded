import type { Verb } from '../call.ts'
import { requireScheduler } from './authorised-payment.ts'
import { makeSchedule } from './new-schedule.ts'
import { ownScheduledPaymentOf } from './scheduled-payment.ts'

/** Schedules money to another account of the customer or into a pot, without a PIN. The same `openingId` schedules it once. */
export const createOwnSchedule: Verb<'createOwnSchedule'> = async (call) => {
  const payment = await ownScheduledPaymentOf(call)
  return makeSchedule(call, {
    id: call.input.openingId,
    payment,
    refusal: (connection) => requireScheduler(connection, payment.movement),
  })
}
