import { ofAccount } from '../accounts/form.ts'
import { accountHolder, customer } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { perHour, perMinute, usualLimit } from '../rate-limits.ts'
import { potForm, potMovement, potOpening, potPath } from './form.ts'
import { potList, potMovementView, potView } from './view.ts'

/** What moving money into a pot and out of it have in common. */
const movement = {
  method: 'POST',
  audience: customer,
  limit: {
    name: 'pot-movement',
    user: [perMinute(300)],
    address: [perMinute(300)],
    success: [perMinute(30), perHour(300)],
    reads: 'rows',
  },
  params: potPath,
  body: potMovement,
  answer: potMovementView,
  refusals: [
    'transaction_id_missing',
    'pot_not_found',
    'account_inactive',
    'payments_frozen',
    'amount_too_large',
    'balance_insufficient',
    'balance_held',
    'id_reused',
  ],
} as const

/** What turning round-up on and off have in common. */
const roundUp = {
  path: '/api/pots/:id/round-up',
  audience: customer,
  params: potPath,
  refusals: ['pot_not_found'],
} as const

export const potEndpoints = {
  listPots: endpoint({
    path: '/api/pots',
    summary: 'List the open pots of your account with their balances',
    audience: accountHolder,
    query: ofAccount,
    answer: potList,
  }),
  openPot: endpoint({
    method: 'POST',
    path: '/api/pots',
    summary: 'Open a pot for your account; the same id with the same contents opens one',
    audience: accountHolder,
    limit: { ...usualLimit, name: 'pot', success: [perHour(60)] },
    query: ofAccount,
    body: potOpening,
    answer: potView,
    refusals: ['account_inactive', 'pots_too_many', 'opening_id_reused', 'pot_day_past', 'pot_lock_too_long'],
  }),
  changePot: endpoint({
    method: 'PUT',
    path: '/api/pots/:id',
    summary: 'Change a pot’s name, goal and days; a lock can only be extended',
    audience: customer,
    params: potPath,
    body: potForm,
    refusals: ['pot_not_found', 'pot_lock_shortened', 'pot_day_past', 'pot_lock_too_long'],
  }),
  closePot: endpoint({
    method: 'DELETE',
    path: '/api/pots/:id',
    summary: 'Close an empty pot; its movements stay in the history',
    audience: customer,
    params: potPath,
    refusals: ['pot_not_found', 'pot_not_empty'],
  }),
  moveIntoPot: endpoint({
    ...movement,
    path: '/api/pots/:id/deposits',
    summary: 'Move money from the account into a pot immediately, without a PIN; the same id moves it once',
  }),
  moveOutOfPot: endpoint({
    ...movement,
    path: '/api/pots/:id/withdrawals',
    summary: 'Move money from a pot back to its account; the same id moves it once',
    refusals: [...movement.refusals, 'pot_locked'],
  }),
  turnOnRoundUp: endpoint({
    ...roundUp,
    method: 'PUT',
    summary:
      'Round each later transfer from the account up to the whole unit into this pot, instead of another one',
  }),
  turnOffRoundUp: endpoint({
    ...roundUp,
    method: 'DELETE',
    summary: 'Stop rounding up into this pot',
  }),
}
