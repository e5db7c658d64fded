import { elevatedStaffWho } from '../../audience.ts'
import { endpoint } from '../../endpoint.ts'
import { reasonForm } from '../users/form.ts'
import { approvalPath } from './form.ts'
import { approvalList } from './view.ts'

export const approvalEndpoints = {
  listApprovals: endpoint({
    path: '/api/admin/approvals',
    summary: 'List the acts of staff that wait for a second person, the longest waiting first',
    audience: elevatedStaffWho('read_approvals'),
    answer: approvalList,
  }),
  approveAct: endpoint({
    method: 'PUT',
    path: '/api/admin/approvals/:id/approval',
    summary: 'Approve an act of another member of staff, which carries it out',
    audience: elevatedStaffWho('decide_approvals'),
    params: approvalPath,
    refusals: [
      'approval_not_found',
      'approval_own',
      'own_account_edited',
      'approval_decided',
      'approval_ended',
      'approval_maker_gone',
      'funding_limit_exceeded',
      'account_closed',
      'amount_too_large',
      'id_reused',
      'user_not_staff',
      'role_held_already',
      'role_day_wrong',
      'user_secrets_temporary',
      'main_account_closed',
      'last_administrator',
      'transaction_not_found',
      'status_changed',
      'status_not_allowed',
      'taken_back_by_sender',
      'funding_taken_back',
      'funding_not_arrived',
      'taken_back_exceeded',
      'balance_insufficient',
      'dispute_ended',
      'dispute_credited',
      'dispute_without_account',
      'account_open_already',
      'profile_outdated',
      'email_taken',
      'administrator_email_fixed',
    ],
  }),
  declineAct: endpoint({
    method: 'PUT',
    path: '/api/admin/approvals/:id/decline',
    summary: 'Decline an act of another member of staff, with a reason',
    audience: elevatedStaffWho('decide_approvals'),
    params: approvalPath,
    body: reasonForm,
    refusals: [
      'approval_not_found',
      'approval_own',
      'own_account_edited',
      'approval_decided',
      'approval_ended',
    ],
  }),
}
