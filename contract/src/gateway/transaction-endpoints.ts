import { customer, elevatedAdministrator } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { exportLimit, usualLimit } from '../rate-limits.ts'
import { exportedSides, listedSides, sidePage, sidePath, transactionSide } from './transaction-side.ts'

const path = '/v1/databases/truedb/collections/transactions/documents'

const listing = { method: 'GET', path, answer: sidePage, status: 200, refusals: ['cursor_unknown'] } as const
const reading = {
  method: 'GET',
  path: `${path}/:id`,
  params: sidePath,
  answer: transactionSide,
  status: 200,
  refusals: ['transaction_not_found'],
} as const

export const gatewayTransactionEndpoints = {
  listOwnSides: endpoint({
    ...listing,
    summary: 'List your transactions',
    audience: customer,
    limit: usualLimit,
    query: listedSides,
  }),
  exportOwnSides: endpoint({
    ...listing,
    summary: 'List more than 100 of your transactions',
    audience: customer,
    limit: exportLimit,
    query: exportedSides,
  }),
  readOwnSide: endpoint({
    ...reading,
    summary: 'Read one of your transactions',
    audience: customer,
    limit: usualLimit,
  }),
  listAllSides: endpoint({
    ...listing,
    summary: 'List transactions of all customers, on both sides',
    audience: elevatedAdministrator,
    limit: usualLimit,
    query: listedSides,
  }),
  exportAllSides: endpoint({
    ...listing,
    summary: 'List more than 100 transactions of all customers, on both sides',
    audience: elevatedAdministrator,
    limit: exportLimit,
    query: exportedSides,
  }),
  readAnySide: endpoint({
    ...reading,
    summary: 'Read one side of a customer’s transaction',
    audience: elevatedAdministrator,
    limit: usualLimit,
  }),
}
