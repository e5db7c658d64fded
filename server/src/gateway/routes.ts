import { gatewayEndpoints } from '@bank/contract/gateway/endpoints'
import { checkRecentBalance } from '../accounts/check-recent-balance.ts'
import { readPasscodeDate } from '../admin/passcode/read-passcode-date.ts'
import { listAllSides } from '../admin/transactions/list-all-sides.ts'
import { planBalance } from '../admin/transactions/plan-balance.ts'
import { readAnySide } from '../admin/transactions/read-any-side.ts'
import { tellBalance } from '../admin/transactions/tell-balance.ts'
import { createPendingUser } from '../admin/users/create-pending-user.ts'
import { listUserRecords } from '../admin/users/list-user-records.ts'
import { route } from '../http/api/route.ts'
import { beginRegistration } from '../registration/begin-registration.ts'
import { completeRegistration } from '../registration/complete-registration.ts'
import { endPendingSession, resumeRegistration } from '../registration/resume-registration.ts'
import { readIdentity } from '../sessions/read-identity.ts'
import { listOwnSides } from '../transactions/list-own-sides.ts'
import { readOwnSide } from '../transactions/read-own-side.ts'
import { sendPlainTransfer } from '../transfers/send-transfer.ts'

/** Every use case that only clients of the hosted backend reach, in addition to those of `server/src/routes.ts`. */
export const gatewayRoutes = [
  // Anyone.
  route(gatewayEndpoints.beginRegistration, beginRegistration),
  route(gatewayEndpoints.resumeRegistration, resumeRegistration),
  route(gatewayEndpoints.endPendingSession, endPendingSession),
  route(gatewayEndpoints.completeRegistration, completeRegistration),

  // Customers, also with a temporary password or PIN.
  route(gatewayEndpoints.readIdentity, readIdentity),

  // Customers.
  route(gatewayEndpoints.checkRecentBalance, checkRecentBalance),
  route(gatewayEndpoints.sendPlainTransfer, sendPlainTransfer),
  route(gatewayEndpoints.listOwnSides, listOwnSides),
  route(gatewayEndpoints.exportOwnSides, listOwnSides),
  route(gatewayEndpoints.readOwnSide, readOwnSide),

  // Administrators.
  route(gatewayEndpoints.readPasscodeDate, readPasscodeDate),

  // Administrators with the passcode entered.
  route(gatewayEndpoints.tellBalance, tellBalance),
  route(gatewayEndpoints.planBalance, planBalance),
  route(gatewayEndpoints.createPendingUser, createPendingUser),
  route(gatewayEndpoints.listUserRecords, listUserRecords),
  route(gatewayEndpoints.exportUserRecords, listUserRecords),
  route(gatewayEndpoints.listAllSides, listAllSides),
  route(gatewayEndpoints.exportAllSides, listAllSides),
  route(gatewayEndpoints.readAnySide, readAnySide),
]
