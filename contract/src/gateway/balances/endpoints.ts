import * as z from 'zod/mini'
import { userPath } from '../../admin/users/form.ts'
import { customer, elevatedStaffWho } from '../../audience.ts'
import { endpoint } from '../../endpoint.ts'
import { writtenBalance } from './form.ts'
import { plannedBalance } from './view.ts'

// The clients change a balance by writing another one into the document of its user.
const path = '/v1/databases/truedb/collections/users/documents/:id'

export const balanceEndpoints = {
  checkRecentBalance: endpoint({
    path,
    summary: 'Whether a balance is the caller’s present one, or was right after a recent debit',
    audience: customer,
    body: writtenBalance,
    answer: z.object({ isRecent: z.boolean() }),
  }),
  tellBalance: endpoint({
    path,
    audience: elevatedStaffWho('read_customers'),
    params: userPath,
    summary: 'Read a user’s balance, to which a balance written later is compared',
    answer: z.object({ balanceMinor: z.bigint() }),
    refusals: ['user_not_found'],
  }),
  planFundingOfBalance: endpoint({
    path,
    audience: elevatedStaffWho('fund'),
    params: userPath,
    summary: 'Read which funding a written balance stands for',
    body: writtenBalance,
    answer: plannedBalance,
  }),
}
