import { customer } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { perHour, usualLimit } from '../rate-limits.ts'
import { accountNameForm, accountOpening, accountPath } from './form.ts'
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
}
