import { elevatedStaffWho } from '../../audience.ts'
import { endpoint } from '../../endpoint.ts'
import { accountReadLimit } from '../../rate-limits.ts'
import { bankSearch } from './form.ts'
import { bankSearchResults } from './view.ts'

export const searchEndpoints = {
  searchBank: endpoint({
    path: '/api/admin/search',
    summary:
      'Find customers, account numbers, transactions, support messages and what waits for approval by a text',
    audience: elevatedStaffWho('read_customers'),
    limit: accountReadLimit,
    query: bankSearch,
    answer: bankSearchResults,
  }),
}
