import { gatewayEndpoints } from '@bank/contract/gateway/endpoints'
import { readPasscodeDate } from '../admin/passcode/read-passcode-date.ts'
import { route } from '../http/api/route.ts'
import { readIdentity } from '../sessions/read-identity.ts'

/** Every use case that only clients of the hosted backend reach, in addition to those of `server/src/routes.ts`. */
export const gatewayRoutes = [
  // Customers, also with a temporary password or PIN.
  route(gatewayEndpoints.readIdentity, readIdentity),

  // Administrators.
  route(gatewayEndpoints.readPasscodeDate, readPasscodeDate),
]
