import { randomUUID } from 'node:crypto'
import type { TransferRequest } from '@bank/contract/transfers/form'
import { pin } from './bank.ts'

/** A transfer of $10.00 to another bank, with a new id, as the form sends it. `wishes` replace some fields. */
export function transfer(wishes: Partial<TransferRequest> = {}): TransferRequest {
  return {
    account_name: 'Dana Reed',
    account_number: '1234567890',
    bank_name: 'First Harbour Bank',
    bank_address: '1 Quay Street, Boston',
    swift_code: 'FHBKUS33',
    routing_number: '011000015',
    amount: '10.00',
    transaction_pin: pin,
    transactionId: randomUUID(),
    ...wishes,
  }
}
