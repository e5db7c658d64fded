import type { Verb } from '../call.ts'
import { refusalOfPayment } from './authorised-payment.ts'
import { storeChanged } from './changed-schedule.ts'
import { scheduledPaymentOf } from './scheduled-payment.ts'

/** Changes the payee, the amount or the days of a schedule, with the PIN. */
export const changeSchedule: Verb<'changeSchedule'> = async (call) => {
  const payment = await scheduledPaymentOf(call)
  const { movement } = payment
  const { version, transaction_pin: pin } = call.input
  return storeChanged(call, {
    id: call.params.id,
    version,
    payment,
    refusal: (connection) => refusalOfPayment(connection, call, { movement, pin }),
  })
}
