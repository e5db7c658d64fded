import type { endpoints } from '@bank/contract/endpoints'
import type { SessionView } from '@bank/contract/sessions/view'
import type { Call } from '../call.ts'
import { readNewCustomer } from './new-customer.ts'
import { registerCustomer } from './registered-customer.ts'

/**
 * Opens an account and signs the customer in (specification §4, Register). The account is inactive until an administrator
 * activates it.
 */
export async function register(call: Call<typeof endpoints.register>): Promise<SessionView> {
  const customer = await readNewCustomer(call.bank, call.input, call.now)
  return registerCustomer(call, async () => customer)
}
