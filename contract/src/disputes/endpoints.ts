import { ofAccount } from '../accounts/form.ts'
import { accountHolder } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { perHour, usualLimit } from '../rate-limits.ts'
import { transactionPath } from '../rules/id.ts'
import { disputeInstruction } from './form.ts'
import { disputeView } from './view.ts'

/** Why a payment is not disputed. */
export const disputeRefusals = [
  'transaction_id_missing',
  'transaction_not_found',
  'payment_not_disputable',
  'payment_came_back',
  'dispute_too_late',
  'dispute_open_already',
  'dispute_amount_exceeded',
  'id_reused',
] as const

export const disputeEndpoints = {
  openDispute: endpoint({
    method: 'POST',
    path: '/api/transactions/:id/disputes',
    summary: 'Dispute a payment that you sent to someone else, which opens a case at the bank',
    audience: accountHolder,
    // Each opens a case and sends a mail.
    limit: { ...usualLimit, name: 'dispute', success: [perHour(20)] },
    params: transactionPath,
    query: ofAccount,
    body: disputeInstruction,
    answer: disputeView,
    refusals: [...disputeRefusals],
  }),
}
