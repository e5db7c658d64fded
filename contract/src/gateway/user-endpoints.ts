import { elevatedAdministrator } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { exportLimit, usualLimit } from '../rate-limits.ts'
import { exportedUsers, listedUsers, userRecordPage } from './user-record.ts'

const listing = {
  method: 'GET',
  path: '/v1/databases/truedb/collections/users/documents',
  audience: elevatedAdministrator,
  answer: userRecordPage,
  status: 200,
  refusals: ['cursor_unknown'],
} as const

export const gatewayUserEndpoints = {
  listUserRecords: endpoint({
    ...listing,
    summary: 'List users with their details and balances',
    limit: usualLimit,
    query: listedUsers,
  }),
  exportUserRecords: endpoint({
    ...listing,
    summary: 'List more than 100 users with their details and balances',
    limit: exportLimit,
    query: exportedUsers,
  }),
}
