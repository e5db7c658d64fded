import type { Customer } from './customer.ts'
import { call, visitor } from './endpoints.ts'
import { transfer } from './transfer-form.ts'

/** Saves beneficiaries of a customer through the endpoints; a field that is not given is Erik Holm's. */
export async function saveBeneficiaries(
  customer: Customer,
  beneficiaries: readonly Parameters<typeof transfer>[0][],
): Promise<void> {
  const api = await visitor(customer.cookies)
  for (const fields of beneficiaries) {
    const { amount, transaction_pin, ...beneficiary } = transfer(fields)
    await call(api, 'POST', '/api/beneficiaries', beneficiary)
  }
  await api.dispose()
}
