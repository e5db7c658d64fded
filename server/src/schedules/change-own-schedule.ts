import type { Verb } from '../call.ts'
import { requireScheduler } from './authorised-payment.ts'
import { storeChanged } from './changed-schedule.ts'
import { ownScheduledPaymentOf } from './scheduled-payment.ts'

/** Changes where scheduled money of the customer's own goes, the amount or the days, without a PIN. */
export const changeOwnSchedule: Verb<'changeOwnSchedule'> = async (call) => {
  const payment = await ownScheduledPaymentOf(call)
  return storeChanged(call, {
    id: call.params.id,
    version: call.input.version,
    payment,
    refusal: (connection) => requireScheduler(connection, payment.movement),
  })
}
