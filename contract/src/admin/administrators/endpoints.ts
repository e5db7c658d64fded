import { elevatedStaffWho } from '../../audience.ts'
import { endpoint } from '../../endpoint.ts'
import { userPath } from '../users/form.ts'
import { roleForm, roleTaking } from './form.ts'
import { staffList } from './view.ts'

/** What giving and taking a role have in common. */
const ofRole = {
  path: '/api/admin/users/:id/role',
  audience: elevatedStaffWho('give_roles'),
  params: userPath,
  mayWait: true,
} as const

export const administratorEndpoints = {
  listStaff: endpoint({
    path: '/api/admin/administrators',
    summary: 'List who works for the bank, in which role and until when',
    audience: elevatedStaffWho('read_staff'),
    answer: staffList,
  }),
  giveRole: endpoint({
    ...ofRole,
    method: 'PUT',
    summary:
      'Give a user a role of the staff in place of the earlier one, without an end or for a time; they stay a customer',
    body: roleForm,
    refusals: [
      'user_id_missing',
      'user_not_found',
      'own_role_kept',
      'role_held_already',
      'role_day_wrong',
      'user_secrets_temporary',
      'main_account_closed',
      'last_administrator',
      'reason_missing',
      'approvals_too_many',
    ],
  }),
  takeRole: endpoint({
    ...ofRole,
    method: 'DELETE',
    summary: 'Take the role of the staff from another user; their sessions lose elevation immediately',
    body: roleTaking,
    refusals: [
      'user_id_missing',
      'user_not_found',
      'own_role_kept',
      'user_not_staff',
      'last_administrator',
      'reason_missing',
      'approvals_too_many',
    ],
  }),
}
