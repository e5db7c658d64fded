import { passcodeEndpoints } from '../../admin/passcode/endpoints.ts'
import { staffWho } from '../../audience.ts'
import { endpoint } from '../../endpoint.ts'

export const gatewayPasscodeEndpoints = {
  readPasscodeDate: endpoint({
    ...passcodeEndpoints.readPasscodeChange,
    path: '/v1/databases/truedb/collections/settings/documents/passcode',
    summary: 'Read when the passcode was last changed, also before entering it',
    audience: staffWho('administer'),
  }),
}
