import type { RefusalCode } from '@bank/contract/errors'
import type { FastifyRequest } from 'fastify'
import type { Bank } from '../../bank.ts'
import { Refusal } from '../../refusal.ts'
import { networkOf } from './origin.ts'

/** The refusals recorded as security events: failed sign-ins, wrong secrets, denied access and exceeded rate limits. */
const kinds: ReadonlySet<RefusalCode> = new Set([
  'credentials_invalid',
  'password_expired',
  'password_incorrect',
  'code_incorrect',
  'recovery_code_incorrect',
  'reset_link_invalid',
  'email_link_invalid',
  // An administrator who changes an email and then asks for a reset link may be taking the account over.
  'email_change_pending',
  'email_changed_recently',
  'pin_incorrect',
  'current_pin_incorrect',
  'pin_locked',
  'passcode_incorrect',
  'passcode_required',
  'second_factor_required',
  'forbidden',
  'administrator_deactivated',
  'account_inactive',
  'csrf',
  'too_many_attempts',
  // The answer to a request for another user's data.
  'user_not_found',
  'transaction_not_found',
  'avatar_not_found',
])

/** Notes a refusal that is a security event; also unknown fields, which the bank's own pages never send. */
export function noteSecurityEvent(
  error: unknown,
  request: FastifyRequest,
  { securityWatch, clock }: Pick<Bank, 'securityWatch' | 'clock'>,
): void {
  const isRecorded =
    error instanceof Refusal && (kinds.has(error.code) || error.facts.unknownFields !== undefined)
  if (!isRecorded) return
  securityWatch.note({
    kind: error.code,
    userId: request.signedInAs ?? error.userId ?? null,
    network: networkOf(request.ip),
    route: request.routeOptions?.url ?? null,
    traceId: request.id,
    at: new Date(clock()),
  })
}
