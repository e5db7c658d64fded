import { ofAccount } from '../accounts/form.ts'
import { accountHolder } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { perHour, perMinute } from '../rate-limits.ts'
import { ownTransferInstruction } from './form.ts'
import { ownTransferReceipt } from './view.ts'

export const ownTransferEndpoints = {
  sendOwnTransfer: endpoint({
    method: 'POST',
    path: '/api/own-transfers',
    summary: 'Move money to another of your accounts immediately, without a PIN; the same id moves it once',
    audience: accountHolder,
    limit: {
      name: 'own-transfer',
      user: [perMinute(300)],
      address: [perMinute(300)],
      success: [perMinute(30), perHour(300)],
      reads: 'rows',
    },
    query: ofAccount,
    body: ownTransferInstruction,
    answer: ownTransferReceipt,
    refusals: [
      'transaction_id_missing',
      'own_transfer_account_unknown',
      'own_transfer_same_account',
      'own_transfer_currency_different',
      'account_inactive',
      'payments_frozen',
      'account_closed',
      'amount_too_large',
      'balance_insufficient',
      'balance_held',
      'id_reused',
    ],
  }),
}
