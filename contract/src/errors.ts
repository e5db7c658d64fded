/** How a refusal is answered: the HTTP status, the sentence a person reads, and the field it belongs to. */
export type RefusalRule = { readonly status: number; readonly sentence: string; readonly pointer?: string }

/**
 * Everything the bank says no with, once. `{name}` in a sentence is filled from the refusal's facts.
 * The sentences are the specification's (§5, §8) where it has one.
 */
export const refusals = {
  malformed: { status: 400, sentence: 'The request could not be understood' },
  transaction_id_missing: { status: 400, sentence: 'Transaction ID is required' },
  user_id_missing: { status: 400, sentence: 'User ID is required' },
  signed_out: { status: 401, sentence: 'Sign in to continue' },
  credentials_invalid: {
    status: 401,
    sentence: 'Invalid credentials. Please check the email and password.',
  },
  sign_in_ended: { status: 401, sentence: 'This sign-in has ended. Enter your email and password again' },
  forbidden: { status: 403, sentence: 'You may not do this' },
  secrets_temporary: { status: 403, sentence: 'Choose your own password and PIN first' },
  password_expired: {
    status: 403,
    sentence:
      'This temporary password has expired. Choose a new one with Forgot your password, or ask the bank for a reset link',
  },
  administrator_deactivated: {
    status: 403,
    sentence: 'Your account was deactivated, so you cannot work as an administrator',
  },
  csrf: { status: 403, sentence: 'This request did not come from the bank’s own pages' },
  account_inactive: { status: 403, sentence: 'Account is not active' },
  passcode_required: { status: 403, sentence: 'Passcode is required' },
  second_factor_required: {
    status: 403,
    sentence:
      'Administrators need two-factor authentication. Turn it on in your settings, then enter the passcode',
  },
  confirm_required: { status: 403, sentence: 'Confirm it’s you' },
  not_found: { status: 404, sentence: '404 Page not found' },
  user_not_found: { status: 404, sentence: 'User not found' },
  transaction_not_found: { status: 404, sentence: 'Transaction not found' },
  avatar_not_found: { status: 404, sentence: 'Picture not found' },
  session_not_found: { status: 404, sentence: 'This session has ended already' },
  beneficiary_not_found: { status: 404, sentence: 'This beneficiary has been removed already' },
  country_not_found: { status: 404, sentence: 'Country not found' },
  method_not_allowed: { status: 405, sentence: 'This cannot be done here' },
  timeout: { status: 408, sentence: 'The request took too long to arrive' },
  email_taken: { status: 409, sentence: 'An account with this email already exists', pointer: '/email' },
  profile_outdated: {
    status: 409,
    sentence: 'These details were changed meanwhile. Look at them again',
  },
  administrator_email_fixed: {
    status: 409,
    sentence: 'An administrator’s email is changed on the bank’s command line only',
    pointer: '/email',
  },
  email_change_pending: {
    status: 409,
    sentence:
      'This user’s new email is not confirmed yet. A reset link can be sent from {from}, or 72 hours after the confirmation',
  },
  email_changed_recently: {
    status: 409,
    sentence: 'This user’s email was changed recently. A reset link can be sent from {from}',
  },
  own_account_edited: { status: 409, sentence: 'You cannot change your own account' },
  last_active_administrator: {
    status: 409,
    sentence: 'No other administrator has an active account. Activate one first',
  },
  status_changed: {
    status: 409,
    sentence: 'The status was changed meanwhile: it is {status} now',
    pointer: '/status',
  },
  administrator_already: { status: 409, sentence: 'This user is an administrator already' },
  user_not_administrator: { status: 409, sentence: 'This user is not an administrator' },
  user_secrets_temporary: {
    status: 409,
    sentence: 'This user must first sign in and choose their own password and PIN',
  },
  user_created_by_caller: {
    status: 409,
    sentence: 'You created this user, so another administrator must make them an administrator',
  },
  own_role_removed: {
    status: 409,
    sentence: 'You cannot remove your own administrator role. Ask another administrator',
  },
  last_administrator: {
    status: 409,
    sentence: 'No other administrator could work then. Make another user an administrator first',
  },
  two_factor_on: { status: 409, sentence: 'Two-factor authentication is on already' },
  two_factor_off: { status: 409, sentence: 'Two-factor authentication is off' },
  enrolment_ended: { status: 409, sentence: 'This took too long. Begin again with a new QR code' },
  pin_set: { status: 409, sentence: 'You have a PIN already. Change it instead' },
  pin_expired: { status: 409, sentence: 'This temporary PIN has expired. Set a new one' },
  beneficiaries_too_many: {
    status: 409,
    sentence: 'You have {most} saved beneficiaries, which is the most. Remove one first',
  },
  image_too_large: { status: 413, sentence: 'Image size must be less than 2MB', pointer: '/image' },
  body_too_large: { status: 413, sentence: 'The request is too large' },
  media_type_unsupported: { status: 415, sentence: 'Send the request as application/json' },
  expectation_failed: { status: 417, sentence: 'The Expect header may say 100-continue and nothing else' },
  upgrade_required: { status: 426, sentence: 'This is a live connection: open it as a WebSocket' },
  validation: { status: 422, sentence: 'Please check the fields marked below' },
  password_too_common: { status: 422, sentence: 'This password is too common', pointer: '/password' },
  password_breached: {
    status: 422,
    sentence: 'This password has appeared in a data breach. Choose another',
    pointer: '/password',
  },
  password_unchanged: {
    status: 422,
    sentence: 'Choose another password than the temporary one',
    pointer: '/new_password',
  },
  pin_unchanged: {
    status: 422,
    sentence: 'Choose another PIN than the temporary one',
    pointer: '/new_pin',
  },
  age_too_low: {
    status: 422,
    sentence: 'You must be at least {years} to open an account',
    pointer: '/dob',
  },
  country_unknown: { status: 422, sentence: 'Country is required', pointer: '/country' },
  image_missing: { status: 422, sentence: 'Please select an image', pointer: '/image' },
  image_unreadable: {
    status: 422,
    sentence: 'This is not a PNG or JPEG picture we can use. Choose another one',
    pointer: '/image',
  },
  pin_incorrect: { status: 422, sentence: 'Invalid transaction pin', pointer: '/transaction_pin' },
  balance_insufficient: { status: 422, sentence: 'Insufficient balance', pointer: '/amount' },
  limit_exceeded: { status: 422, sentence: 'The most you can send at once is {limit}', pointer: '/amount' },
  amount_too_large: { status: 422, sentence: 'The account cannot hold this amount', pointer: '/amount' },
  currency_different: {
    status: 422,
    sentence: 'This account holds another currency',
    pointer: '/account_number',
  },
  own_account: {
    status: 422,
    sentence: 'You cannot send money to your own account',
    pointer: '/account_number',
  },
  id_reused: { status: 422, sentence: 'This transfer id was already used' },
  current_pin_incorrect: { status: 422, sentence: 'Current pin is incorrect', pointer: '/current_pin' },
  code_required: {
    status: 422,
    sentence: 'Enter the 6 digits that your authenticator app shows',
    pointer: '/code',
  },
  code_incorrect: {
    status: 422,
    sentence: 'This code is not right, or it was used already. Wait for the next one',
    pointer: '/code',
  },
  recovery_code_incorrect: {
    status: 422,
    sentence: 'This recovery code is not right, or it was used already',
    pointer: '/recovery_code',
  },
  reset_link_invalid: {
    status: 422,
    sentence: 'This link has been used already or is too old. Ask for a new one',
  },
  email_link_invalid: {
    status: 422,
    sentence: 'This link has been used already or is too old. Ask the bank for a new one',
  },
  password_incorrect: { status: 422, sentence: 'This is not your current password', pointer: '/password' },
  passcode_incorrect: { status: 422, sentence: 'Invalid passcode', pointer: '/passcode' },
  statement_too_long: {
    status: 422,
    sentence: 'A PDF holds at most 10,000 lines. Choose a shorter period, or download CSV',
  },
  pin_locked: {
    status: 423,
    sentence: 'Too many wrong PINs. Try again in {minutes} minutes',
    pointer: '/transaction_pin',
  },
  too_many_attempts: { status: 429, sentence: 'Too many attempts. Try again in {minutes} minutes' },
  export_under_way: {
    status: 429,
    sentence: 'Another download of yours is still on its way. Try again when it has arrived.',
  },
  internal: { status: 500, sentence: 'Something went wrong on our side. Nothing was changed.' },
  image_host_failed: {
    status: 503,
    sentence: 'The picture could not be stored just now, and the one you had stays. Try again in a moment',
    pointer: '/image',
  },
  statement_unreconciled: {
    status: 500,
    sentence: 'This statement does not add up, so it is not issued. The bank has been told.',
  },
  busy: { status: 503, sentence: 'The bank is busy. Try again in a moment' },
  outcome_unknown: {
    status: 503,
    sentence: 'We are still checking this. Send it again and it will happen once at most.',
  },
} as const satisfies Record<string, RefusalRule>

export type RefusalCode = keyof typeof refusals

/** What fills the `{name}`s of a sentence, and what a screen may want to know besides. */
export type RefusalFacts = Readonly<Record<string, string | number | boolean>>

/** The sentence of a refusal, its `{name}`s filled from the facts. */
export function messageOf(code: RefusalCode, facts: RefusalFacts = {}): string {
  return refusals[code].sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? ''))
}

/** An error as it crosses the wire: RFC 9457, with the reason in words and a JSON pointer to each field. */
export type Problem = {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly code: RefusalCode
  readonly detail: string
  readonly instance: string
  readonly traceId: string
  readonly errors: readonly { readonly pointer: string; readonly detail: string }[]
  readonly facts?: RefusalFacts
}
