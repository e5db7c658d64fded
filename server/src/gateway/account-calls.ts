import { endpoints } from '@bank/contract/endpoints'
import { gatewayEndpoints } from '@bank/contract/gateway/endpoints'
import type { IdentityView } from '@bank/contract/gateway/identity-endpoints'
import { Refusal } from '../refusal.ts'
import { hostedSession, hostedUser } from './account-models.ts'
import type { GatewayCall, RegisterCall } from './gateway-call.ts'
import { hostedRefusal } from './hosted-refusal.ts'
import { findId } from './ids.ts'
import { passwordMask } from './password-mask.ts'

/** Registers the calls of the account service: who the caller is, sign-in, sign-out and the password. */
export function registerAccountCalls(register: RegisterCall): void {
  register('GET', '/account', readAccount)
  register('PATCH', '/account/password', changePassword)
  register('POST', '/account/sessions/email', signIn, 201)
  register('GET', '/account/sessions/current', readSession)
  register('DELETE', '/account/sessions/:sessionId', endSession)
}

async function readAccount(call: GatewayCall) {
  return hostedUser(await identityOf(call), call.now)
}

async function readSession(call: GatewayCall) {
  return hostedSession(await identityOf(call))
}

function identityOf({ perform }: GatewayCall): Promise<IdentityView> {
  return perform(gatewayEndpoints.readIdentity)
}

async function signIn(call: GatewayCall) {
  const { email, password } = call.body
  const signedIn = await call.perform(endpoints.signIn, { body: { email, password } })
  if ('secondStep' in signedIn) {
    const message = 'Two-factor authentication is on. Sign in on the bank’s own pages'
    throw hostedRefusal('user_more_factors_required', message)
  }
  return readSession(call)
}

async function endSession(call: GatewayCall): Promise<undefined> {
  const { perform, params } = call
  const { session } = await identityOf(call)
  const id = params.sessionId === 'current' ? session.id : findId(params.sessionId ?? '')
  if (id === undefined) throw new Refusal('session_not_found')
  if (id === session.id) await perform(endpoints.signOut)
  else await perform(endpoints.endOwnSession, { params: { id } })
}

/** The old password, where the client sends one, confirms the session as on the bank's own pages. */
async function changePassword(call: GatewayCall) {
  const { perform, body } = call
  const { password, oldPassword } = body
  if (oldPassword !== undefined && oldPassword !== '' && oldPassword !== passwordMask) {
    await perform(endpoints.confirmSession, { body: { password: oldPassword } })
  }
  await perform(endpoints.changePassword, { body: { new_password: password, confirm_password: password } })
  return readAccount(call)
}
