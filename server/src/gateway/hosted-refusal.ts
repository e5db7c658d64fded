import type { RefusalCode } from '@bank/contract/errors'
import type { Refusal } from '../refusal.ts'

/** The types of the hosted backend's errors that the gateway uses, with their statuses. */
const statuses = {
  general_argument_invalid: 400,
  general_query_invalid: 400,
  document_invalid_structure: 400,
  general_unauthorized_scope: 401,
  user_unauthorized: 401,
  user_invalid_credentials: 401,
  user_more_factors_required: 401,
  user_challenge_required: 401,
  general_unknown_origin: 403,
  general_route_not_found: 404,
  project_not_found: 404,
  database_not_found: 404,
  collection_not_found: 404,
  document_not_found: 404,
  user_session_not_found: 404,
  user_already_exists: 409,
  document_already_exists: 409,
  document_update_conflict: 409,
  general_rate_limit_exceeded: 429,
  general_unknown: 500,
  general_server_error: 503,
} as const

export type HostedErrorType = keyof typeof statuses

/** An error as the hosted backend's clients expect it. */
export type HostedError = {
  readonly message: string
  readonly code: number
  readonly type: HostedErrorType
  readonly version: string
}

// The clients do not read it. The shapes here are those of this version and of the later ones.
const version = '1.6.0'

export function hostedError(type: HostedErrorType, message: string): HostedError {
  return { message, code: statuses[type], type, version }
}

/**
 * A refusal that only the gateway knows, such as an unknown project. Its message is sent. Its cause is the refusal of the bank that
 * it stands for, if any.
 */
export type HostedRefusal = Error & { readonly hostedType: HostedErrorType }

export function hostedRefusal(hostedType: HostedErrorType, message: string, cause?: Refusal): HostedRefusal {
  return Object.assign(new Error(message, { cause }), { hostedType })
}

export function isHostedRefusal(error: unknown): error is HostedRefusal {
  return error instanceof Error && 'hostedType' in error
}

/** The type that stands for a refusal of the bank. Calls on documents name some of them differently. */
export function hostedTypeOf(code: RefusalCode, status: number, isDocument: boolean): HostedErrorType {
  const type = (isDocument ? documentTypes : accountTypes)[code] ?? types[code]
  if (type !== undefined) return type
  if (status === 403) return 'user_unauthorized'
  if (status === 404) return 'document_not_found'
  if (status === 409) return isDocument ? 'document_update_conflict' : 'general_argument_invalid'
  if (status === 423 || status === 429) return 'general_rate_limit_exceeded'
  if (status === 500) return 'general_unknown'
  if (status === 503) return 'general_server_error'
  return isDocument ? 'document_invalid_structure' : 'general_argument_invalid'
}

type Types = Partial<Record<RefusalCode, HostedErrorType>>

const types: Types = {
  cursor_unknown: 'general_query_invalid',
  credentials_invalid: 'user_invalid_credentials',
  password_expired: 'user_invalid_credentials',
  password_incorrect: 'user_invalid_credentials',
  passcode_incorrect: 'user_invalid_credentials',
  confirm_required: 'user_challenge_required',
  passcode_required: 'user_challenge_required',
  code_required: 'user_more_factors_required',
  second_factor_required: 'user_more_factors_required',
  own_account_edited: 'user_unauthorized',
  last_active_administrator: 'user_unauthorized',
  role_held_already: 'user_unauthorized',
  user_secrets_temporary: 'user_unauthorized',
  session_not_found: 'user_session_not_found',
  not_found: 'general_route_not_found',
  method_not_allowed: 'general_route_not_found',
  email_taken: 'user_already_exists',
  id_reused: 'document_already_exists',
}

const accountTypes: Types = { signed_out: 'general_unauthorized_scope', user_id_taken: 'user_already_exists' }

const documentTypes: Types = { signed_out: 'user_unauthorized', user_id_taken: 'document_already_exists' }
