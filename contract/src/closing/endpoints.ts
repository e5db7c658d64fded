import { accountPath } from '../accounts/form.ts'
import { customer } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { secretChangeLimit } from '../rate-limits.ts'
import { accountClosing } from './form.ts'

export const closingEndpoints = {
  closeAccount: endpoint({
    method: 'PUT',
    path: '/api/accounts/:number/closing',
    summary:
      'Close one of your accounts, the main one last. What is left moves to another of them first, and stays there when the closing is refused. This session gets a new cookie',
    audience: { ...customer, confirmed: 'this change' },
    limit: secretChangeLimit,
    params: accountPath,
    body: accountClosing,
    setsCookie: true,
    refusals: [
      'account_not_found',
      'account_inactive',
      'payments_frozen',
      'administrator_account_kept',
      'main_account_closes_last',
      'account_has_pots',
      'account_has_pending',
      'account_has_hold',
      'account_not_empty',
      'balance_held',
      'own_transfer_account_unknown',
      'own_transfer_same_account',
      'own_transfer_currency_different',
      'amount_too_large',
    ],
  }),
}
