import { ofAccount } from '../../accounts/form.ts'
import { elevatedStaffWho } from '../../audience.ts'
import { endpoint } from '../../endpoint.ts'
import { reasonForm } from '../../rules/reason.ts'
import { userPath } from '../users/form.ts'
import { holdInstruction, holdPath } from './form.ts'
import { holdList } from './view.ts'

export const holdEndpoints = {
  listHolds: endpoint({
    path: '/api/admin/users/:id/holds',
    summary: 'List the holds of a user’s account that are not lifted, oldest first',
    audience: elevatedStaffWho('read_customers'),
    params: userPath,
    query: ofAccount,
    answer: holdList,
    refusals: ['user_id_missing', 'user_not_found', 'account_not_found'],
  }),
  placeHold: endpoint({
    method: 'POST',
    path: '/api/admin/users/:id/holds',
    summary: 'Hold an amount on a user’s account, up to its balance: the customer cannot move it',
    audience: elevatedStaffWho('hold'),
    params: userPath,
    query: ofAccount,
    body: holdInstruction,
    refusals: [
      'user_id_missing',
      'user_not_found',
      'account_not_found',
      'own_account_edited',
      'account_closed',
      'hold_too_large',
      'holds_too_many',
      'hold_day_wrong',
      'id_reused',
    ],
  }),
  liftHold: endpoint({
    method: 'PUT',
    path: '/api/admin/holds/:id/lifting',
    summary: 'Lift a hold, with a reason that only the audit log shows',
    audience: elevatedStaffWho('hold'),
    params: holdPath,
    body: reasonForm,
    refusals: ['hold_not_found', 'own_account_edited', 'hold_lifted_already'],
  }),
}
