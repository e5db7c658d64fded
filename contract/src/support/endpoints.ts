import * as z from 'zod/mini'
import { anyone, elevatedAdministrator } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { perHour, usualLimit } from '../rate-limits.ts'
import { adminListQuery } from '../rules/admin-list.ts'
import { supportForm } from './form.ts'
import { supportMessagePage } from './view.ts'

export const supportEndpoints = {
  writeToSupport: endpoint({
    method: 'POST',
    path: '/api/support-messages',
    summary: 'Send a message to the bank, signed in or not',
    audience: anyone,
    limit: { name: 'support', address: [perHour(20)] },
    body: supportForm,
    answer: z.object({ reference: z.string() }),
    status: 201,
    refusals: ['too_many_attempts'],
  }),
  listSupportMessages: endpoint({
    method: 'GET',
    path: '/api/admin/support-messages',
    summary: 'List the messages to the bank, newest first',
    audience: elevatedAdministrator,
    limit: usualLimit,
    query: adminListQuery,
    answer: supportMessagePage,
    status: 200,
    refusals: [],
  }),
}
