import { customer } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { perHour, usualLimit } from '../rate-limits.ts'
import { guardForm, guardPath } from './form.ts'
import { guardList } from './view.ts'

export const guardEndpoints = {
  listGuards: endpoint({
    path: '/api/me/guards',
    summary: 'List the limits of what you send, and how much of them is used',
    audience: customer,
    answer: guardList,
  }),
  setGuard: endpoint({
    method: 'PUT',
    path: '/api/me/guards/:currency',
    summary:
      'Set your limits in a currency: a lower one holds immediately, a higher one after 24 hours and a confirmation',
    audience: customer,
    limit: { ...usualLimit, name: 'guard', success: [perHour(20)] },
    params: guardPath,
    body: guardForm,
    refusals: ['confirm_required'],
  }),
}
