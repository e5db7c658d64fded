import { elevatedStaffWho } from '../../audience.ts'
import { endpoint } from '../../endpoint.ts'
import { exportLimit } from '../../rate-limits.ts'
import { userSelection } from './form.ts'
import { userRecordPage } from './view.ts'

const listing = {
  path: '/v1/databases/truedb/collections/users/documents',
  audience: elevatedStaffWho('read_customers'),
  query: userSelection,
  answer: userRecordPage,
  refusals: ['cursor_unknown'],
} as const

export const gatewayUserEndpoints = {
  listUserRecords: endpoint({
    ...listing,
    summary: 'List users with their details and balances',
  }),
  exportUserRecords: endpoint({
    ...listing,
    summary: 'List more than 100 users with their details and balances',
    limit: exportLimit,
  }),
}
