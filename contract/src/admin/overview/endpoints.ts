import { elevatedStaffWho } from '../../audience.ts'
import { endpoint } from '../../endpoint.ts'
import { overviewView } from './view.ts'

export const overviewEndpoints = {
  readOverview: endpoint({
    path: '/api/admin/overview',
    summary:
      'Read what waits for administrators: activations, pending transactions, messages, mail, jobs, backups, the last check of the books',
    audience: elevatedStaffWho('read_customers'),
    answer: overviewView,
  }),
}
