import { endpoint } from '../endpoint.ts'
import { transferEndpoints } from '../transfers/endpoints.ts'
import { plainTransferInstruction, plainTransferReceipt } from './transfer.ts'

const { sendTransfer } = transferEndpoints

export const gatewayTransferEndpoints = {
  sendPlainTransfer: endpoint({
    method: 'POST',
    path: '/v1/databases/truedb/collections/transactions/documents',
    summary: 'Send money without a beneficiary; the same id with the same contents is sent once',
    audience: sendTransfer.audience,
    limit: sendTransfer.limit,
    body: plainTransferInstruction,
    answer: plainTransferReceipt,
    status: 201,
    refusals: [
      'transaction_id_missing',
      'account_inactive',
      'payments_frozen',
      'account_closed',
      'pin_incorrect',
      'pin_locked',
      'limit_exceeded',
      'guard_exceeded',
      'guard_used_up',
      'payment_guard_exceeded',
      'amount_too_large',
      'balance_insufficient',
      'id_reused',
      'busy',
      'outcome_unknown',
    ],
  }),
}
