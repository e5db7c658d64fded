import { balanceEndpoints } from './balances/endpoints.ts'
import { identityEndpoints } from './identity/endpoints.ts'
import { gatewayPasscodeEndpoints } from './passcode/endpoints.ts'
import { pendingRegistrationEndpoints } from './registrations/endpoints.ts'
import { gatewayTransactionEndpoints } from './transactions/endpoints.ts'
import { gatewayTransferEndpoints } from './transfers/endpoints.ts'
import { gatewayUserEndpoints } from './users/endpoints.ts'

/**
 * What only clients of the hosted backend can call. Everything else that they do is a call of one of the bank's own
 * endpoints. The paths are those of the clients; `server/src/gateway/` translates between the two.
 */
export const gatewayEndpoints = {
  ...balanceEndpoints,
  ...identityEndpoints,
  ...gatewayTransferEndpoints,
  ...gatewayTransactionEndpoints,
  ...gatewayUserEndpoints,
  ...gatewayPasscodeEndpoints,
  ...pendingRegistrationEndpoints,
}
