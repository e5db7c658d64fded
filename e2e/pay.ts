import { randomUUID } from 'node:crypto'
import type { Customer } from './customer.ts'
import { call, visitor } from './endpoints.ts'

/** Sends payments to another bank with the same payee, and returns their references. */
export async function pay({ cookies, pin }: Customer, payee: string, count: number): Promise<string[]> {
  const api = await visitor(cookies)
  const references = Array.from({ length: count }, () => `E2E-${randomUUID().slice(0, 12)}`)
  for (const reference of references) {
    await call(api, 'POST', '/api/transfers', {
      transactionId: randomUUID(),
      amount: '1.00',
      transaction_pin: pin,
      account_name: payee,
      account_number: '1234567890',
      bank_name: 'First Harbour Bank',
      bank_address: '1 Quay Street, Boston',
      swift_code: 'FHBKUS33',
      routing_number: '011000015',
      reference,
    })
  }
  await api.dispose()
  return references
}
