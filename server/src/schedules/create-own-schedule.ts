import type { Verb } from '../call.ts'
import { requireScheduler } from './authorised-payment.ts'
import { makeSchedule } from './new-schedule.ts'
import { ownOrderedBy } from './ordered-schedule.ts'

/** Schedules money to another account of the customer or into a pot, without a PIN. The same `openingId` schedules it once. */
export const createOwnSchedule: Verb<'createOwnSchedule'> = async (call) => {
  const ordered = await ownOrderedBy(call)
  return makeSchedule(call, {
    id: call.input.openingId,
    ordered,
    refusal: (connection) => requireScheduler(connection, ordered.movement),
  })
}
