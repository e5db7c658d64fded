import { endpoints } from '@bank/contract/endpoints'
import { gatewayEndpoints } from '@bank/contract/gateway/endpoints'
import type { IdentityView } from '@bank/contract/gateway/identity/view'
import type { PendingRegistrationView } from '@bank/contract/gateway/registrations/view'
import { signInForm } from '@bank/contract/sessions/form'
import { Refusal } from '../refusal.ts'
import { hostedSession, hostedUser } from './account-models.ts'
import { pendingOf, refuseWithoutSecondFactor } from './caller.ts'
import type { GatewayCall, RegisterCall } from './gateway-call.ts'
import { hostedRefusal } from './hosted-refusal.ts'
import { findId, readNewId } from './ids.ts'
import { passwordMask } from './password-mask.ts'
import { findPendingByEmail } from './registrations/pending-registration.ts'

/** Registers the calls of the account service: registration, sign-in, sign-out and the password. */
export function registerAccountCalls(register: RegisterCall): void {
  register('GET', '/account', readAccount)
  register('POST', '/account', beginRegistration, 201)
  register('PATCH', '/account/password', changePassword)
  register('POST', '/account/sessions/email', signIn, 201)
  register('GET', '/account/sessions/current', readSession)
  register('DELETE', '/account/sessions/:sessionId', endSession)
}

async function beginRegistration({ perform, body, now }: GatewayCall) {
  const { userId, email, password } = body
  const id = readNewId('userId', userId, now)
  // The clients send an empty name for none.
  const name = body.name || undefined
  return hostedUser(
    await perform(gatewayEndpoints.beginRegistration, { body: { id, email, password, name } }),
    now,
  )
}

/** The caller as the hosted backend's User. */
export async function readAccount(call: GatewayCall) {
  return hostedUser((await pendingOf(call)) ?? (await identityOf(call)), call.now)
}

async function readSession(call: GatewayCall) {
  const pending = await pendingOf(call)
  return hostedSession(pending ? pendingSession(pending) : await identityOf(call))
}

function identityOf({ perform }: GatewayCall): Promise<IdentityView> {
  return perform(gatewayEndpoints.readIdentity)
}

/** The session of a pending registration has no id of its own: there is one at most. */
function pendingSession({ id, email, createdAt, endsAt }: PendingRegistrationView) {
  return { id, email, session: { id, signedInAt: createdAt, lastSeenAt: createdAt, endsAt } }
}

/** Signs in to an account, or to the registration that is to become one. */
async function signIn(call: GatewayCall) {
  const { email, password } = call.body
  const body = { email, password }
  if (await isPending(call, body)) {
    return hostedSession(pendingSession(await call.perform(gatewayEndpoints.resumeRegistration, { body })))
  }
  const signedIn = await call.perform(endpoints.signIn, { body })
  if ('secondStep' in signedIn) {
    const message = 'Two-factor authentication is on. Log in on the bank’s own pages'
    throw hostedRefusal('user_more_factors_required', message)
  }
  await refuseWithoutSecondFactor(call, signedIn)
  return readSession(call)
}

/** False for a form that the sign-in refuses. */
async function isPending({ bank, now }: GatewayCall, body: unknown): Promise<boolean> {
  const { data: form } = signInForm.safeParse(body)
  return form !== undefined && (await findPendingByEmail(bank.db, form.email, now)) !== undefined
}

async function endSession(call: GatewayCall): Promise<undefined> {
  const { perform, params } = call
  const pending = await pendingOf(call)
  const { id: current } = pending ?? (await identityOf(call)).session
  const id = params.sessionId === 'current' ? current : findId(params.sessionId ?? '')
  if (id === undefined) throw new Refusal('session_not_found')
  if (id !== current) await perform(endpoints.endOwnSession, { params: { id } })
  else if (pending) await perform(gatewayEndpoints.endPendingSession)
  else await perform(endpoints.signOut)
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
