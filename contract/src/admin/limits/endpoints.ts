import { elevatedStaffWho } from '../../audience.ts'
import { endpoint } from '../../endpoint.ts'
import { userPath } from '../users/form.ts'
import { customerLimitsInstruction, customerLimitsPath } from './form.ts'
import { customerLimitsHistory } from './view.ts'

export const customerLimitsEndpoints = {
  listCustomerLimits: endpoint({
    path: '/api/admin/users/:id/limits',
    summary: 'List the limits that staff set for a customer in place of the bank’s, the last ones first',
    audience: elevatedStaffWho('read_customers'),
    params: userPath,
    answer: customerLimitsHistory,
    refusals: ['user_id_missing', 'user_not_found'],
  }),
  setCustomerLimits: endpoint({
    method: 'PUT',
    path: '/api/admin/users/:id/limits/:currency',
    summary:
      'Set limits of one customer in place of the bank’s until a day: lower ones at once, higher ones with an approval',
    audience: elevatedStaffWho('fund'),
    params: customerLimitsPath,
    body: customerLimitsInstruction,
    mayWait: true,
    refusals: [
      'user_not_found',
      'own_account_edited',
      'limits_day_wrong',
      'limits_changed',
      'approval_declined',
      'approval_ended',
      'approvals_too_many',
      'id_reused',
    ],
  }),
}
