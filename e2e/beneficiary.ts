import type { Customer } from './customer.ts'
import { call, visitor } from './endpoints.ts'
import { transfer } from './transfer-form.ts'

/** Saves beneficiaries of a customer's through the endpoints; what is not said of one is Erik Holm's. */
export async function saveBeneficiaries(
  customer: Customer,
  wishes: readonly Parameters<typeof transfer>[0][],
): Promise<void> {
  const api = await visitor(customer.cookies)
  for (const wish of wishes) {
    const { amount, transaction_pin, ...beneficiary } = transfer(wish)
    await call(api, 'POST', '/api/beneficiaries', beneficiary)
  }
  await api.dispose()
}
