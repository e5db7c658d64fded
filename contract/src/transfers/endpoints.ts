import { ofAccount } from '../accounts/form.ts'
import { accountHolder, customer } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { perHour, perMinute, usualLimit } from '../rate-limits.ts'
import { transactionPath } from '../rules/id.ts'
import { payeeCheckForm, takingBackForm, transferInstruction, undoTimeForm } from './form.ts'
import { payeeCheckView, transferReceipt } from './view.ts'

export const transferEndpoints = {
  checkPayee: endpoint({
    method: 'POST',
    path: '/api/payee-checks',
    summary:
      'Compare the name of a payee with the holder of an account of this bank, at most 20 times an hour',
    audience: accountHolder,
    limit: { name: 'payee-check', user: [perMinute(60)], address: [perMinute(240)], reads: 'rows' },
    query: ofAccount,
    body: payeeCheckForm,
    answer: payeeCheckView,
    refusals: ['account_inactive', 'payments_frozen', 'account_closed'],
  }),
  sendTransfer: endpoint({
    method: 'POST',
    path: '/api/transfers',
    summary: 'Send money to a beneficiary; the same id with the same contents is sent once',
    audience: accountHolder,
    limit: {
      name: 'transfer',
      user: [perMinute(300)],
      address: [perMinute(120)],
      success: [perMinute(30), perHour(300)],
      reads: 'rows',
      triesSecret: true,
    },
    query: ofAccount,
    body: transferInstruction,
    answer: transferReceipt,
    refusals: [
      'transaction_id_missing',
      'account_inactive',
      'payments_frozen',
      'account_closed',
      'payee_account_missing',
      'payee_misses_used_up',
      'payee_account_closed',
      'pin_incorrect',
      'pin_locked',
      'limit_exceeded',
      'guard_exceeded',
      'guard_used_up',
      'payment_guard_exceeded',
      'amount_too_large',
      'balance_insufficient',
      'balance_held',
      'currency_different',
      'own_account',
      'id_reused',
    ],
  }),
  takeBackTransfer: endpoint({
    method: 'PUT',
    path: '/api/transfers/:id/taking-back',
    summary:
      'Take back a transfer of yours that is pending and not released, also while your payments are frozen',
    audience: accountHolder,
    params: transactionPath,
    query: ofAccount,
    body: takingBackForm,
    refusals: [
      'transaction_id_missing',
      'transaction_not_found',
      'transfer_released',
      'payment_credited',
      'taken_back_by_sender',
      'account_closed',
      'amount_too_large',
      'id_reused',
    ],
  }),
  setUndoTime: endpoint({
    method: 'PUT',
    path: '/api/me/undo-time',
    summary:
      'Choose for how many seconds your later transfers wait, so that you can take them back: 0, 10, 30 or 60',
    audience: customer,
    limit: { ...usualLimit, name: 'undo-time', success: [perHour(20)] },
    body: undoTimeForm,
  }),
}
