import * as z from 'zod/mini'
import { moment } from '../answer-formats.ts'
import { administrator } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { usualLimit } from '../rate-limits.ts'

export const gatewayPasscodeEndpoints = {
  readPasscodeDate: endpoint({
    method: 'GET',
    path: '/v1/databases/truedb/collections/settings/documents/passcode',
    summary: 'Read when the passcode was last changed, also before entering it',
    audience: administrator,
    limit: usualLimit,
    answer: z.object({ changedAt: moment }),
    status: 200,
    refusals: [],
  }),
}
