import type { GatewayVerb } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import { registerCustomer } from '../../registration/customer-registration.ts'
import { takePendingCustomer } from './pending-registration.ts'

/**
 * Completes the registration to which the caller's session belongs: does what `register` does, with the id and the password of
 * the first step. Of two at once one opens the account, and the other one is refused with `user_id_taken`.
 */
export const completeRegistration: GatewayVerb<'completeRegistration'> = async (call) => {
  const { bank, input, now, origin } = call
  const { sessionKey } = origin
  if (sessionKey === undefined) throw new Refusal('signed_out')
  return registerCustomer(call, (connection) =>
    takePendingCustomer(connection, bank, { form: input, sessionKey, missing: 'signed_out', now }),
  )
}
