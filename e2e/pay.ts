import { randomUUID } from 'node:crypto'
import type { Customer } from './customer.ts'
import { call, visitor } from './endpoints.ts'

type Paid = { readonly transactionId: string; readonly reference: string }

/** Sends payments to another bank with the same payee. */
export async function pay({ cookies, pin }: Customer, payee: string, count: number): Promise<Paid[]> {
  const api = await visitor(cookies)
  const paid = Array.from({ length: count }, () => {
    return { transactionId: randomUUID(), reference: `E2E-${randomUUID().slice(0, 12)}` }
  })
  for (const each of paid) {
    await call(api, 'POST', '/api/transfers', {
      ...each,
      amount: '1.00',
      transaction_pin: pin,
      account_name: payee,
      account_number: '1234567890',
      bank_name: 'First Harbour Bank',
      bank_address: '1 Quay Street, Boston',
      swift_code: 'FHBKUS33',
      routing_number: '011000015',
    })
  }
  await api.dispose()
  return paid
}
