import { elevatedAdministrator } from '../../audience.ts'
import { endpoint } from '../../endpoint.ts'
import { usualLimit } from '../../rate-limits.ts'
import { userPath } from '../users/form.ts'

export const administratorEndpoints = {
  makeAdministrator: endpoint({
    method: 'PUT',
    path: '/api/admin/users/:id/admin-role',
    summary: 'Make a user an administrator as well as a customer',
    audience: elevatedAdministrator,
    limit: usualLimit,
    params: userPath,
    status: 204,
    refusals: [
      'user_id_missing',
      'user_not_found',
      'administrator_already',
      'user_secrets_temporary',
      'user_created_by_caller',
      'main_account_closed',
    ],
  }),
  removeAdministrator: endpoint({
    method: 'DELETE',
    path: '/api/admin/users/:id/admin-role',
    summary: 'Remove the administrator role of another user; their sessions lose elevation at once',
    audience: elevatedAdministrator,
    limit: usualLimit,
    params: userPath,
    status: 204,
    refusals: [
      'user_id_missing',
      'user_not_found',
      'user_not_administrator',
      'own_role_removed',
      'last_administrator',
    ],
  }),
}
