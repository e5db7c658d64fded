import { customer } from '../../audience.ts'
import { endpoint } from '../../endpoint.ts'
import { identityView } from './view.ts'

export const identityEndpoints = {
  readIdentity: endpoint({
    path: '/v1/account',
    summary: 'Read who the caller is, and the session',
    audience: { ...customer, withTemporarySecrets: true, withoutSecondFactor: true },
    answer: identityView,
  }),
}
