import { customer } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { perHour, secretChangeLimit, usualLimit } from '../rate-limits.ts'
import { accountClosing, accountNameForm, accountOpening, accountPath } from './form.ts'
import { accountList, accountView } from './view.ts'

export const accountEndpoints = {
  listAccounts: endpoint({
    path: '/api/accounts',
    summary: 'List your accounts with their balances, the main one first',
    audience: customer,
    answer: accountList,
  }),
  openAccount: endpoint({
    method: 'POST',
    path: '/api/accounts',
    summary: 'Open a further account; the same id with the same contents opens one',
    audience: customer,
    limit: { ...usualLimit, name: 'account', success: [perHour(20)] },
    body: accountOpening,
    answer: accountView,
    refusals: ['account_inactive', 'account_closed', 'accounts_too_many', 'opening_id_reused'],
  }),
  renameAccount: endpoint({
    method: 'PUT',
    path: '/api/accounts/:number/name',
    summary: 'Give one of your accounts a name; an empty one removes it',
    audience: customer,
    params: accountPath,
    body: accountNameForm,
    refusals: ['account_not_found'],
  }),
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
      'account_not_empty',
      'own_transfer_account_unknown',
      'own_transfer_same_account',
      'own_transfer_currency_different',
      'amount_too_large',
    ],
  }),
}
