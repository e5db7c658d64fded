import { customer } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { secretChangeLimit } from '../rate-limits.ts'

export const freezeEndpoints = {
  freeze: endpoint({
    method: 'PUT',
    path: '/api/me/freeze',
    summary: 'Stop everything that leaves any of your accounts or pots; money still arrives',
    audience: customer,
  }),
  thaw: endpoint({
    method: 'DELETE',
    path: '/api/me/freeze',
    summary: 'Allow sending again; this session gets a new cookie',
    audience: { ...customer, confirmed: 'this change' },
    limit: secretChangeLimit,
    setsCookie: true,
  }),
}
