import { customer, elevatedStaffWho } from '../../audience.ts'
import { endpoint } from '../../endpoint.ts'
import { accountReadLimit, exportLimit } from '../../rate-limits.ts'
import { sidePath, sideSelection } from './form.ts'
import { sidePage, transactionSide } from './view.ts'

const path = '/v1/databases/truedb/collections/transactions/documents'

const listing = {
  path,
  query: sideSelection,
  answer: sidePage,
  refusals: ['cursor_unknown'],
} as const
const reading = {
  path: `${path}/:id`,
  params: sidePath,
  answer: transactionSide,
  refusals: ['transaction_not_found'],
} as const

export const gatewayTransactionEndpoints = {
  listOwnSides: endpoint({
    ...listing,
    summary: 'List your transactions',
    audience: customer,
    limit: accountReadLimit,
  }),
  exportOwnSides: endpoint({
    ...listing,
    summary: 'List more than 100 of your transactions',
    audience: customer,
    limit: exportLimit,
  }),
  readOwnSide: endpoint({
    ...reading,
    summary: 'Read one of your transactions',
    audience: customer,
  }),
  listAllSides: endpoint({
    ...listing,
    summary: 'List transactions of all customers, on both sides',
    audience: elevatedStaffWho('read_customers'),
    limit: accountReadLimit,
  }),
  exportAllSides: endpoint({
    ...listing,
    summary: 'List more than 100 transactions of all customers, on both sides',
    audience: elevatedStaffWho('read_customers'),
    limit: exportLimit,
  }),
  readAnySide: endpoint({
    ...reading,
    summary: 'Read one side of a customer’s transaction',
    audience: elevatedStaffWho('read_customers'),
  }),
}
