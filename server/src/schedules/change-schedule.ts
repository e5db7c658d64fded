import type { Verb } from '../call.ts'
import { refusalOfPayment } from './authorised-payment.ts'
import { storeChanged } from './changed-schedule.ts'
import { orderedBy } from './ordered-schedule.ts'

/** Changes the payee, the amount or the days of a schedule, with the PIN. */
export const changeSchedule: Verb<'changeSchedule'> = async (call) => {
  const ordered = await orderedBy(call)
  const { movement } = ordered
  const { version, transaction_pin: pin } = call.input
  return storeChanged(call, {
    id: call.params.id,
    version,
    ordered,
    refusal: (connection) => refusalOfPayment(connection, call, { movement, pin }),
  })
}
