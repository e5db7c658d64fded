import { elevatedStaffWho } from '../../audience.ts'
import { disputeRefusals } from '../../disputes/endpoints.ts'
import { disputeInstruction } from '../../disputes/form.ts'
import { disputeView } from '../../disputes/view.ts'
import { endpoint } from '../../endpoint.ts'
import { adminListQuery } from '../../rules/admin-list.ts'
import { transactionPath } from '../../rules/id.ts'
import { reasonForm } from '../../rules/reason.ts'
import { disputeCollection, disputeEnd, disputePath } from './form.ts'
import { disputeForStaff, disputeList } from './view.ts'

export const adminDisputeEndpoints = {
  openDisputeOfUser: endpoint({
    method: 'POST',
    path: '/api/admin/transactions/:id/disputes',
    summary: 'Dispute a payment of a customer for them',
    audience: elevatedStaffWho('answer_messages'),
    params: transactionPath,
    body: disputeInstruction,
    answer: disputeView,
    refusals: [...disputeRefusals, 'own_account_edited'],
  }),
  listOwedDisputes: endpoint({
    path: '/api/admin/disputes',
    summary:
      'List the disputes that ended for the bank of which something is still owed, the last ones first',
    audience: elevatedStaffWho('read_messages'),
    query: adminListQuery,
    answer: disputeList,
  }),
  readDispute: endpoint({
    path: '/api/admin/disputes/:id',
    summary: 'Read a dispute, and what its end for the bank would take back now',
    audience: elevatedStaffWho('read_messages'),
    params: disputePath,
    answer: disputeForStaff,
    refusals: ['dispute_not_found'],
  }),
  creditDispute: endpoint({
    method: 'PUT',
    path: '/api/admin/disputes/:id/credit',
    summary: 'Credit the disputed amount to the customer until the dispute ends',
    audience: elevatedStaffWho('fund'),
    params: disputePath,
    body: reasonForm,
    mayWait: true,
    refusals: [
      'dispute_not_found',
      'own_account_edited',
      'dispute_ended',
      'dispute_credited',
      'payment_came_back',
      'dispute_credit_exceeded',
      'dispute_without_account',
      'account_closed',
      'amount_too_large',
      'approval_waits',
      'approvals_too_many',
      'id_reused',
    ],
  }),
  endDispute: endpoint({
    method: 'PUT',
    path: '/api/admin/disputes/:id/end',
    summary:
      'End a dispute for the customer, who keeps the credit, or for the bank, which takes it back up to the balance',
    audience: elevatedStaffWho('fund'),
    params: disputePath,
    body: disputeEnd,
    refusals: [
      'dispute_not_found',
      'own_account_edited',
      'dispute_ended',
      'dispute_not_credited',
      'dispute_credit_waits',
    ],
  }),
  collectOwed: endpoint({
    method: 'POST',
    path: '/api/admin/disputes/:id/collections',
    summary:
      'Take back what is owed after a dispute that ended for the bank, as far as the balance covers it',
    audience: elevatedStaffWho('fund'),
    params: disputePath,
    body: disputeCollection,
    refusals: [
      'dispute_not_found',
      'own_account_edited',
      'dispute_not_owed',
      'dispute_without_account',
      'balance_insufficient',
      'account_closed',
      'id_reused',
    ],
  }),
}
