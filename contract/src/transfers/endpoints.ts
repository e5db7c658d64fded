import { ofAccount } from '../accounts/form.ts'
import { customer } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { perHour, perMinute } from '../rate-limits.ts'
import { transferInstruction } from './form.ts'
import { transferReceipt } from './view.ts'

export const transferEndpoints = {
  sendTransfer: endpoint({
    method: 'POST',
    path: '/api/transfers',
    summary: 'Send money to a beneficiary; the same id with the same contents is sent once',
    audience: customer,
    limit: {
      name: 'transfer',
      user: [perMinute(300)],
      address: [perMinute(120)],
      success: [perMinute(30), perHour(300)],
      triesSecret: true,
    },
    query: ofAccount,
    body: transferInstruction,
    answer: transferReceipt,
    status: 201,
    refusals: [
      'transaction_id_missing',
      'account_inactive',
      'payments_frozen',
      'account_closed',
      'payee_account_closed',
      'pin_incorrect',
      'pin_locked',
      'limit_exceeded',
      'guard_exceeded',
      'guard_used_up',
      'payment_guard_exceeded',
      'amount_too_large',
      'balance_insufficient',
      'currency_different',
      'own_account',
      'id_reused',
      'busy',
      'outcome_unknown',
    ],
  }),
}
