import * as z from 'zod/mini'
import { userPath } from '../admin/users/form.ts'
import { customer, elevatedAdministrator } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { usualLimit } from '../rate-limits.ts'
import { plannedBalance, writtenBalance } from './balance.ts'

// The clients change a balance by writing another one into the document of its user.
const path = '/v1/databases/truedb/collections/users/documents/:id'

export const balanceEndpoints = {
  checkRecentBalance: endpoint({
    method: 'GET',
    path,
    summary: 'Whether a balance is the caller’s present one, or was right after a recent debit',
    audience: customer,
    limit: usualLimit,
    body: writtenBalance,
    answer: z.object({ isRecent: z.boolean() }),
    status: 200,
    refusals: [],
  }),
  tellBalance: endpoint({
    method: 'GET',
    path,
    summary: 'Read a user’s balance, to which a balance written later is compared',
    audience: elevatedAdministrator,
    limit: usualLimit,
    params: userPath,
    answer: z.object({ balanceMinor: z.bigint() }),
    status: 200,
    refusals: ['user_not_found'],
  }),
  planBalance: endpoint({
    method: 'GET',
    path,
    summary: 'Read which funding a written balance stands for',
    audience: elevatedAdministrator,
    limit: usualLimit,
    params: userPath,
    body: writtenBalance,
    answer: plannedBalance,
    status: 200,
    refusals: ['user_not_found'],
  }),
}
