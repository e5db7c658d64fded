import type { Verb } from '../call.ts'
import { registerCustomer } from './customer-registration.ts'
import { readNewCustomer } from './new-customer.ts'

/**
 * Opens an account and signs the customer in (specification §4, Register). The account is inactive until an administrator
 * activates it.
 */
export const register: Verb<'register'> = async (call) => {
  const customer = await readNewCustomer(call.bank, call.input, call.now)
  return registerCustomer(call, async () => customer)
}
