import { elevatedStaffWho } from '../../audience.ts'
import { endpoint } from '../../endpoint.ts'
import { userPath } from '../users/form.ts'

export const administratorEndpoints = {
  makeAdministrator: endpoint({
    method: 'PUT',
    path: '/api/admin/users/:id/admin-role',
    summary: 'Make a user an administrator as well as a customer',
    audience: elevatedStaffWho('promote'),
    params: userPath,
    refusals: [
      'user_id_missing',
      'user_not_found',
      'administrator_already',
      'user_secrets_temporary',
      'user_handled_by_caller',
      'user_not_activated',
      'main_account_closed',
    ],
  }),
  removeAdministrator: endpoint({
    method: 'DELETE',
    path: '/api/admin/users/:id/admin-role',
    summary: 'Remove the administrator role of another user; their sessions lose elevation immediately',
    audience: elevatedStaffWho('promote'),
    params: userPath,
    refusals: [
      'user_id_missing',
      'user_not_found',
      'user_not_administrator',
      'own_role_removed',
      'last_administrator',
    ],
  }),
}
