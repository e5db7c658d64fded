import { elevatedStaffWho } from '../../audience.ts'
import { endpoint } from '../../endpoint.ts'
import { overviewView, systemView, waitingCounts } from './view.ts'

export const overviewEndpoints = {
  readOverview: endpoint({
    path: '/api/admin/overview',
    summary:
      'Read what waits for administrators: activations, pending transactions, messages, mail, jobs, backups, the last check of the books',
    audience: elevatedStaffWho('read_customers'),
    answer: overviewView,
  }),
  countWaiting: endpoint({
    path: '/api/admin/waiting',
    summary: 'Count what waits for administrators: activations, pending transactions and open messages',
    audience: elevatedStaffWho('read_customers'),
    answer: waitingCounts,
  }),
  readSystem: endpoint({
    path: '/api/admin/system',
    summary: 'Read how the bank runs: its processes, batches, queues, disks and backups',
    audience: elevatedStaffWho('read_customers'),
    answer: systemView,
  }),
}
