/** How a refusal is answered: the HTTP status, the message and the field it belongs to. */
export type RefusalRule = { readonly status: number; readonly message: string; readonly pointer?: string }

/**
 * Every reason for which the bank refuses a request. `{name}` in a message is filled from the refusal's facts. The messages
 * are the specification's (§5, §8) where it has one.
 */
export const refusals = {
  malformed: { status: 400, message: 'The request is malformed' },
  transaction_id_missing: { status: 400, message: 'Transaction ID is required' },
  user_id_missing: { status: 400, message: 'User ID is required' },
  cursor_unknown: { status: 400, message: 'The document at the cursor was not found' },
  signed_out: { status: 401, message: 'Log in to continue' },
  credentials_invalid: {
    status: 401,
    message: 'Invalid credentials. Please check the email and password.',
  },
  sign_in_ended: { status: 401, message: 'This login has expired. Enter your email and password again' },
  forbidden: { status: 403, message: 'You’re not allowed to do this' },
  secrets_temporary: { status: 403, message: 'Choose your own password and PIN first' },
  password_expired: {
    status: 403,
    message:
      'This temporary password has expired. Choose a new one with “Forgot your password?” or ask the bank for a reset link',
  },
  accounts_closed: { status: 403, message: 'Your accounts are closed, so you can no longer log in' },
  administrator_deactivated: {
    status: 403,
    message: 'Your account is deactivated, so you can’t act as an administrator',
  },
  csrf: { status: 403, message: 'This request did not come from the bank’s own pages' },
  payments_frozen: {
    status: 403,
    message: 'Your payments are frozen. Unfreeze them to send money',
  },
  account_inactive: { status: 403, message: 'Account is not active' },
  passcode_required: { status: 403, message: 'Passcode is required' },
  second_factor_required: {
    status: 403,
    message:
      'Administrators need two-factor authentication. Turn it on in your settings, then enter the passcode',
  },
  confirm_required: { status: 403, message: 'Confirm it’s you' },
  not_found: { status: 404, message: '404 Page not found' },
  user_not_found: { status: 404, message: 'User not found' },
  account_not_found: { status: 404, message: 'Account not found' },
  transaction_not_found: { status: 404, message: 'Transaction not found' },
  pot_not_found: { status: 404, message: 'Pot not found' },
  avatar_not_found: { status: 404, message: 'Picture not found' },
  session_not_found: { status: 404, message: 'This session has already ended' },
  support_message_not_found: { status: 404, message: 'There is no such message' },
  beneficiary_not_found: { status: 404, message: 'This payee has already been removed' },
  country_not_found: { status: 404, message: 'Country not found' },
  method_not_allowed: { status: 405, message: 'This method is not allowed here' },
  timeout: { status: 408, message: 'The request took too long to arrive' },
  email_taken: { status: 409, message: 'An account with this email already exists', pointer: '/email' },
  user_id_taken: { status: 409, message: 'This user ID is already in use' },
  profile_outdated: {
    status: 409,
    message: 'These details have changed in the meantime. Check them again',
  },
  administrator_email_fixed: {
    status: 409,
    message: 'An administrator’s email is changed on the bank’s command line only',
    pointer: '/email',
  },
  email_change_pending: {
    status: 409,
    message:
      'This user’s new email is not confirmed yet. A reset link can be sent from {from}, or 72 hours after the confirmation',
  },
  email_changed_recently: {
    status: 409,
    message: 'This user’s email was changed recently. A reset link can be sent from {from}',
  },
  own_account_edited: { status: 409, message: 'You can’t change your own account' },
  account_state_changed: {
    status: 409,
    message: 'This account was activated or deactivated again since. Nothing was changed',
  },
  account_inactive_already: { status: 409, message: 'This account is already inactive' },
  last_active_administrator: {
    status: 409,
    message: 'No other administrator has an active account. Activate one first',
  },
  status_changed: {
    status: 409,
    message: 'The status has changed in the meantime: it is {status} now',
    pointer: '/status',
  },
  administrator_already: { status: 409, message: 'This user is already an administrator' },
  user_not_administrator: { status: 409, message: 'This user is not an administrator' },
  user_secrets_temporary: {
    status: 409,
    message: 'This user must first log in and choose their own password and PIN',
  },
  user_created_by_caller: {
    status: 409,
    message: 'You created this user, so another administrator must make them an administrator',
  },
  own_role_removed: {
    status: 409,
    message: 'You can’t remove your own administrator role. Ask another administrator',
  },
  last_administrator: {
    status: 409,
    message: 'This would leave the bank without an administrator. Make another user an administrator first',
  },
  two_factor_on: { status: 409, message: 'Two-factor authentication is already on' },
  two_factor_off: { status: 409, message: 'Two-factor authentication is off' },
  enrolment_ended: { status: 409, message: 'This QR code has expired. Start again with a new one' },
  pin_set: { status: 409, message: 'You already have a PIN. Change it instead' },
  pin_expired: { status: 409, message: 'This temporary PIN has expired. Set a new one' },
  accounts_too_many: { status: 409, message: 'You can have at most {most} accounts' },
  pots_too_many: { status: 409, message: 'An account can have at most {most} pots. Close one first' },
  pot_not_empty: { status: 409, message: 'Move the money out of this pot before you close it' },
  account_closed: { status: 409, message: 'This account is closed' },
  account_open_already: { status: 409, message: 'This account is open' },
  main_account_closed: { status: 409, message: 'Reopen the main account first' },
  main_account_closes_last: {
    status: 409,
    message: 'Your main account closes last. Close your other accounts first',
  },
  administrator_account_kept: {
    status: 409,
    message:
      'An administrator can’t close their main account. Ask another administrator to remove your role first',
  },
  account_has_pots: { status: 409, message: 'Close the pots of this account first: {pots}' },
  account_has_pending: {
    status: 409,
    message:
      'A payment of {amount} is still pending: {payment}. Close the account when it is completed or has failed',
  },
  account_not_empty: {
    status: 409,
    message: 'This account still has {amount}. Choose where it goes, or send it first',
  },
  opening_id_reused: { status: 409, message: 'This opening ID was already used' },
  beneficiaries_too_many: {
    status: 409,
    message: 'You can save at most {most} payees. Remove one first',
  },
  image_too_large: { status: 413, message: 'Image size must be less than 2MB', pointer: '/image' },
  body_too_large: { status: 413, message: 'The request is too large' },
  media_type_unsupported: { status: 415, message: 'Send the request as application/json' },
  expectation_failed: { status: 417, message: 'The Expect header may only be 100-continue' },
  upgrade_required: { status: 426, message: 'Open this path as a WebSocket' },
  validation: { status: 422, message: 'Please check the fields marked below' },
  password_too_common: { status: 422, message: 'This password is too common', pointer: '/password' },
  password_breached: {
    status: 422,
    message: 'This password has appeared in a data breach. Choose another',
    pointer: '/password',
  },
  password_unchanged: {
    status: 422,
    message: 'Choose a password other than the temporary one',
    pointer: '/new_password',
  },
  pin_unchanged: {
    status: 422,
    message: 'Choose a PIN other than the temporary one',
    pointer: '/new_pin',
  },
  age_too_low: {
    status: 422,
    message: 'You must be at least {years} to open an account',
    pointer: '/dob',
  },
  country_unknown: { status: 422, message: 'Country is required', pointer: '/country' },
  image_missing: { status: 422, message: 'Please select an image', pointer: '/image' },
  image_unreadable: {
    status: 422,
    message: 'This file isn’t a valid PNG or JPEG picture. Choose another one',
    pointer: '/image',
  },
  pin_incorrect: { status: 422, message: 'Invalid transaction pin', pointer: '/transaction_pin' },
  balance_insufficient: { status: 422, message: 'Insufficient balance', pointer: '/amount' },
  limit_exceeded: { status: 422, message: 'The most you can send at once is {limit}', pointer: '/amount' },
  guard_exceeded: {
    status: 422,
    message: 'This would exceed {guard} of {limit}. You can send {left} until {time}.',
    pointer: '/amount',
  },
  guard_used_up: {
    status: 422,
    message: 'This would exceed {guard} of {limit}. You can send again from {time}.',
    pointer: '/amount',
  },
  payment_guard_exceeded: {
    status: 422,
    message: 'This would exceed your payment limit of {limit}',
    pointer: '/amount',
  },
  funding_limit_exceeded: {
    status: 422,
    message: 'You can add up to {limit} at once',
    pointer: '/amount',
  },
  amount_too_large: { status: 422, message: 'The account cannot hold this amount', pointer: '/amount' },
  payee_account_closed: { status: 422, message: 'This account is closed', pointer: '/account_number' },
  currency_different: {
    status: 422,
    message: 'This account holds another currency',
    pointer: '/account_number',
  },
  pot_locked: { status: 422, message: 'This pot is locked until {day}', pointer: '/amount' },
  pot_day_past: { status: 422, message: 'Choose a day in the future', pointer: '/lockedUntil' },
  pot_lock_too_long: {
    status: 422,
    message: 'Choose a day within the next 5 years',
    pointer: '/lockedUntil',
  },
  pot_lock_shortened: {
    status: 422,
    message: 'A lock can be extended, not shortened',
    pointer: '/lockedUntil',
  },
  own_transfer_account_unknown: {
    status: 422,
    message: 'Choose one of your accounts',
    pointer: '/to',
  },
  own_transfer_same_account: { status: 422, message: 'Choose two different accounts', pointer: '/to' },
  own_transfer_currency_different: {
    status: 422,
    message: 'These accounts hold different currencies',
    pointer: '/to',
  },
  own_account: {
    status: 422,
    message: 'You can’t send money to your own account',
    pointer: '/account_number',
  },
  id_reused: { status: 422, message: 'This transfer id was already used' },
  current_pin_incorrect: { status: 422, message: 'Current pin is incorrect', pointer: '/current_pin' },
  code_required: {
    status: 422,
    message: 'Enter the 6 digits that your authenticator app shows',
    pointer: '/code',
  },
  code_incorrect: {
    status: 422,
    message: 'This code is incorrect or has already been used. Wait for the next one',
    pointer: '/code',
  },
  recovery_code_incorrect: {
    status: 422,
    message: 'This recovery code is incorrect or has already been used',
    pointer: '/recovery_code',
  },
  reset_link_invalid: {
    status: 422,
    message: 'This link has expired or has already been used. Ask for a new one',
  },
  email_link_invalid: {
    status: 422,
    message: 'This link has expired or has already been used. Ask the bank for a new one',
  },
  password_incorrect: { status: 422, message: 'This isn’t your current password', pointer: '/password' },
  passcode_incorrect: { status: 422, message: 'Invalid passcode', pointer: '/passcode' },
  statement_too_long: {
    status: 422,
    message: 'A PDF holds at most 10,000 lines. Choose a shorter period, or download CSV',
  },
  pin_locked: {
    status: 423,
    message: 'Too many wrong PINs. Try again in {minutes} minutes',
    pointer: '/transaction_pin',
  },
  too_many_attempts: { status: 429, message: 'Too many attempts. Try again in {minutes} minutes' },
  export_under_way: {
    status: 429,
    message: 'Another download is still running. Try again when it has finished.',
  },
  internal: { status: 500, message: 'Something went wrong on our side. Nothing was changed.' },
  image_host_failed: {
    status: 503,
    message: 'The picture could not be saved. Your previous one is unchanged. Try again in a moment',
    pointer: '/image',
  },
  statement_unreconciled: {
    status: 500,
    message: 'This statement does not reconcile, so it was not issued. Contact support.',
  },
  busy: { status: 503, message: 'The bank is busy. Try again in a moment' },
  outcome_unknown: {
    status: 503,
    message: 'We couldn’t confirm the outcome. Send it again: it will happen at most once.',
  },
} as const satisfies Record<string, RefusalRule>

export type RefusalCode = keyof typeof refusals

/** The values for the placeholders of a message, and others that a screen may use. */
export type RefusalFacts = Readonly<Record<string, string | number | boolean>>

/** The message of a refusal with its placeholders filled. */
export function messageOf(code: RefusalCode, facts: RefusalFacts = {}): string {
  return refusals[code].message.replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? ''))
}

/** An error as sent (RFC 9457), with a message and a JSON pointer for each field. */
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
