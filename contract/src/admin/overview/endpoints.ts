import { elevatedAdministrator } from '../../audience.ts'
import { endpoint } from '../../endpoint.ts'
import { usualLimit } from '../../rate-limits.ts'
import { overviewView } from './view.ts'

export const overviewEndpoints = {
  readOverview: endpoint({
    method: 'GET',
    path: '/api/admin/overview',
    summary:
      'Read what waits for administrators: activations, pending transactions, messages, mail, backups, the last check of the books',
    audience: elevatedAdministrator,
    limit: usualLimit,
    answer: overviewView,
    status: 200,
    refusals: [],
  }),
}
