import type { RefusalCode } from '@bank/contract/errors'
import { Refusal } from '../../refusal.ts'

/** The refusals that go on record as security events: failed sign-ins and secrets, closed doors, and floods. */
const kinds: ReadonlySet<RefusalCode> = new Set([
  'credentials_invalid',
  'password_expired',
  'password_incorrect',
  'code_incorrect',
  'recovery_code_incorrect',
  'reset_link_invalid',
  'email_link_invalid',
  // An administrator who enters a new email and then asks for a reset link may be after the account.
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
  // A resource of another user is answered as not found.
  'user_not_found',
  'transaction_not_found',
  'avatar_not_found',
])

/** True for a refusal worth a record. Fields that no form has are sent by no page of ours. */
export function isSecurityEvent(error: unknown): error is Refusal {
  return error instanceof Refusal && (kinds.has(error.code) || error.facts.unknownFields !== undefined)
}
