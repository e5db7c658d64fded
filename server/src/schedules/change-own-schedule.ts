import type { Verb } from '../call.ts'
import { requireScheduler } from './authorised-payment.ts'
import { storeChanged } from './changed-schedule.ts'
import { ownOrderedBy } from './ordered-schedule.ts'

/** Changes where scheduled money of the customer's own goes, the amount or the days, without a PIN. */
export const changeOwnSchedule: Verb<'changeOwnSchedule'> = async (call) => {
  const ordered = await ownOrderedBy(call)
  return storeChanged(call, {
    id: call.params.id,
    version: call.input.version,
    ordered,
    refusal: (connection) => requireScheduler(connection, ordered.movement),
  })
}
