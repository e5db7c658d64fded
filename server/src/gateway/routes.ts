import { gatewayEndpoints } from '@bank/contract/gateway/endpoints'
import { readPasscodeChange } from '../admin/passcode/read-passcode-change.ts'
import { route } from '../http/api/route.ts'
import { checkRecentBalance } from './balances/check-recent-balance.ts'
import { planFundingOfBalance } from './balances/plan-funding-of-balance.ts'
import { tellBalance } from './balances/tell-balance.ts'
import { readIdentity } from './identity/read-identity.ts'
import { beginRegistration } from './registrations/begin-registration.ts'
import { completeRegistration } from './registrations/complete-registration.ts'
import { createPendingUser } from './registrations/create-pending-user.ts'
import { endPendingSession, resumeRegistration } from './registrations/resume-registration.ts'
import { listAllSides } from './transactions/list-all-sides.ts'
import { listOwnSides } from './transactions/list-own-sides.ts'
import { readAnySide } from './transactions/read-any-side.ts'
import { readOwnSide } from './transactions/read-own-side.ts'
import { sendPlainTransfer } from './transfers/send-plain-transfer.ts'
import { listUserRecords } from './users/list-user-records.ts'

/** Every use case that only clients of the hosted backend reach, in addition to those of `server/src/routes.ts`. */
export const gatewayRoutes = [
  // Anyone.
  route(gatewayEndpoints.beginRegistration, beginRegistration),
  route(gatewayEndpoints.resumeRegistration, resumeRegistration),
  route(gatewayEndpoints.endPendingSession, endPendingSession),
  route(gatewayEndpoints.completeRegistration, completeRegistration),

  // Customers, also with a temporary password or PIN, or before required two-factor is set up.
  route(gatewayEndpoints.readIdentity, readIdentity),

  // Customers.
  route(gatewayEndpoints.checkRecentBalance, checkRecentBalance),
  route(gatewayEndpoints.sendPlainTransfer, sendPlainTransfer),
  route(gatewayEndpoints.listOwnSides, listOwnSides),
  route(gatewayEndpoints.exportOwnSides, listOwnSides),
  route(gatewayEndpoints.readOwnSide, readOwnSide),

  // Administrators.
  route(gatewayEndpoints.readPasscodeDate, readPasscodeChange),

  // Administrators with the passcode entered.
  route(gatewayEndpoints.tellBalance, tellBalance),
  route(gatewayEndpoints.planFundingOfBalance, planFundingOfBalance),
  route(gatewayEndpoints.createPendingUser, createPendingUser),
  route(gatewayEndpoints.listUserRecords, listUserRecords),
  route(gatewayEndpoints.exportUserRecords, listUserRecords),
  route(gatewayEndpoints.listAllSides, listAllSides),
  route(gatewayEndpoints.exportAllSides, listAllSides),
  route(gatewayEndpoints.readAnySide, readAnySide),
]
