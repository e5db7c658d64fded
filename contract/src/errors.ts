import { avatarMessages } from './profile/avatar.ts'
import { caseFileMessages } from './support/case-file.ts'
import { limitMessage } from './typed-amount.ts'

/** How a refusal is answered: the HTTP status, the message and the field it belongs to. */
export type RefusalRule = {
  readonly status: number
  readonly message: string
  readonly pointer?: string
  /** True for a refusal that is recorded as a security event. */
  readonly isSecurityEvent: boolean
}

function ordinary(status: number, message: string, pointer?: string): RefusalRule {
  return { status, message, isSecurityEvent: false, ...(pointer !== undefined && { pointer }) }
}

/**
 * A wrong secret, denied access, a request for what belongs to another user, an act that would evade a control, or an exceeded rate
 * limit.
 */
function securityEvent(status: number, message: string, pointer?: string): RefusalRule {
  return { ...ordinary(status, message, pointer), isSecurityEvent: true }
}

/**
 * Every reason for which the bank refuses a request. `{name}` in a message is filled from the refusal's facts. The messages
 * are the specification's (§5, §8) where it has one.
 */
export const refusals = {
  malformed: ordinary(400, 'The request is malformed'),
  transaction_id_missing: ordinary(400, 'Transaction ID is required'),
  user_id_missing: ordinary(400, 'User ID is required'),
  cursor_unknown: securityEvent(400, 'The document at the cursor was not found'),
  signed_out: ordinary(401, 'Log in to continue'),
  credentials_invalid: securityEvent(401, 'Invalid credentials. Please check the email and password.'),
  sign_in_ended: ordinary(401, 'This login has expired. Enter your email and password again'),
  forbidden: securityEvent(403, 'You’re not allowed to do this'),
  secrets_temporary: securityEvent(403, 'Choose your own password and PIN first'),
  password_expired: securityEvent(
    403,
    'This temporary password has expired. Choose a new one with “Forgot your password?” or ask the bank for a reset link',
  ),
  accounts_closed: securityEvent(403, 'Your accounts are closed, so you can no longer log in'),
  administrator_deactivated: securityEvent(
    403,
    'Your account is deactivated, so you can’t work in the Admin Panel',
  ),
  csrf: securityEvent(403, 'This request did not come from the bank’s own pages'),
  payments_frozen: securityEvent(403, 'Your payments are frozen. Unfreeze them to send money'),
  account_inactive: securityEvent(403, 'Account is not active'),
  passcode_required: securityEvent(403, 'Passcode is required'),
  second_factor_required: securityEvent(403, 'Set up two-factor authentication first'),
  confirm_required: ordinary(403, 'Confirm it’s you'),
  bank_read_only: ordinary(
    403,
    'This copy of the bank was restored for an investigation. Nothing can be changed in it',
  ),
  not_found: ordinary(404, '404 Page not found'),
  user_not_found: securityEvent(404, 'User not found'),
  account_not_found: securityEvent(404, 'Account not found'),
  dispute_not_found: ordinary(404, 'Dispute not found'),
  transaction_not_found: securityEvent(404, 'Transaction not found'),
  pot_not_found: securityEvent(404, 'Pot not found'),
  schedule_not_found: securityEvent(404, 'Scheduled payment not found'),
  avatar_not_found: securityEvent(404, 'Picture not found'),
  session_not_found: securityEvent(404, 'This session has already ended'),
  hold_not_found: securityEvent(404, 'Hold not found'),
  approval_not_found: ordinary(404, 'There is no such approval'),
  support_message_not_found: securityEvent(404, 'There is no such message'),
  file_not_found: securityEvent(404, 'File not found'),
  beneficiary_not_found: securityEvent(404, 'This payee has already been removed'),
  country_not_found: ordinary(404, 'Country not found'),
  method_not_allowed: ordinary(405, 'This method is not allowed here'),
  timeout: ordinary(408, 'The request took too long to arrive'),
  email_taken: securityEvent(409, 'An account with this email already exists', '/email'),
  user_id_taken: securityEvent(409, 'This user ID is already in use'),
  support_message_taken: ordinary(409, 'This message is taken by {name}'),
  case_full: ordinary(409, 'This message has {most} entries. Write a new message instead'),
  case_files_too_large: ordinary(409, caseFileMessages.case_files_too_large, '/file'),
  case_files_unread: ordinary(409, 'The sender reads answers by email only, which has no files', '/file'),
  case_entry_too_old: ordinary(409, 'A file can be added within an hour. Write again to add one', '/file'),
  profile_outdated: ordinary(409, 'These details have changed in the meantime. Check them again'),
  administrator_email_fixed: securityEvent(
    409,
    'The email of a member of staff is changed on the bank’s command line only',
    '/email',
  ),
  email_change_pending: securityEvent(
    409,
    'This user’s new email is not confirmed yet. A reset link can be sent from {from}, or 72 hours after the confirmation',
  ),
  email_changed_recently: securityEvent(
    409,
    'This user’s email was changed recently. A reset link can be sent from {from}',
  ),
  email_not_confirmed: ordinary(
    409,
    'This user’s email is not confirmed, so no reset link is sent to it. Check that it is theirs and confirm it first',
  ),
  email_confirmed_already: ordinary(409, 'This email is already confirmed'),
  email_code_ended: ordinary(409, 'This code no longer works. Ask for a new one'),
  email_unsettled: securityEvent(
    409,
    'This user’s email is not confirmed, or was changed in the last 72 hours, so no link is mailed to it',
  ),
  approval_own: securityEvent(409, 'You asked for this. Someone else must approve it'),
  approval_decided: ordinary(409, '{name} has decided this already: it was {decision}'),
  approval_ended: ordinary(409, 'This was not decided in time. Ask for it again'),
  approval_maker_gone: ordinary(
    409,
    '{name}, who asked for this, may no longer do it. Decline it, and ask for it yourself',
  ),
  approval_declined: ordinary(409, '{name} declined this: {reason}'),
  approval_waits: ordinary(409, 'This waits for the approval of a second person'),
  approvals_too_many: ordinary(
    409,
    'You have asked for {most} approvals that wait. Another one can be asked for when one is decided',
  ),
  own_account_edited: securityEvent(409, 'You can’t change your own account'),
  account_state_changed: ordinary(
    409,
    'This account was activated or deactivated again since. Nothing was changed',
  ),
  account_not_waiting: ordinary(409, 'This account does not wait to be activated. Nothing was changed'),
  account_inactive_already: ordinary(409, 'This account is already inactive'),
  last_active_administrator: ordinary(
    409,
    'No other administrator has an active account. Activate one first',
  ),
  funded_already: ordinary(
    409,
    '{name} added the same amount to this account on {time}. Fund it again only if this is another payment',
  ),
  status_changed: ordinary(409, 'The status has changed in the meantime: it is {status} now', '/status'),
  hold_lifted_already: ordinary(409, 'This hold was already lifted'),
  holds_too_many: ordinary(409, 'An account can have at most {most} holds. Lift one first'),
  account_has_hold: ordinary(
    409,
    'The bank holds {amount} of this account, so it can’t be closed. Contact Support',
  ),
  transfer_released: ordinary(409, 'This transfer can no longer be taken back'),
  taken_back_by_sender: ordinary(409, 'The sender took this transfer back, so its status stays', '/status'),
  funding_taken_back: ordinary(
    409,
    'A part of this funding was taken back, so its status stays. Take back the rest instead',
    '/status',
  ),
  funding_not_arrived: ordinary(409, 'This funding is {status}, so it can’t be taken back'),
  taken_back_exceeded: ordinary(422, 'At most {left} of this funding can be taken back', '/amount'),
  limits_day_wrong: ordinary(
    422,
    'Choose a day within the next 5 years on which the limits end. Without a limit, leave it empty',
    '/until',
  ),
  limits_changed: ordinary(
    409,
    'The limits of this customer have changed meanwhile, so these were not set. Set them again if they still fit',
  ),
  payment_not_disputable: ordinary(409, 'Only a payment that was sent to someone else can be disputed'),
  payment_came_back: ordinary(409, 'This payment came back, so there is nothing to dispute'),
  payment_credited: ordinary(
    409,
    'This payment is disputed and the bank has credited it, so it cannot come back as well',
  ),
  dispute_too_late: ordinary(409, 'A payment can be disputed for {days} days'),
  dispute_open_already: ordinary(409, 'This payment is disputed already'),
  dispute_amount_exceeded: ordinary(422, 'At most {most} of this payment can be disputed', '/amount'),
  dispute_ended: ordinary(409, '{name} has ended this dispute'),
  dispute_credited: ordinary(409, '{name} has credited the customer already'),
  dispute_credit_exceeded: ordinary(
    409,
    'At most {most} of this payment can be credited: an earlier dispute has the rest',
  ),
  dispute_not_owed: ordinary(409, 'Nothing is owed after this dispute'),
  dispute_not_credited: ordinary(
    409,
    'Credit the customer first: a dispute that ends for the customer leaves them the credit',
  ),
  dispute_undecided: ordinary(409, 'Decide this dispute first: its end closes the message'),
  dispute_credit_waits: ordinary(
    409,
    'A credit of this dispute waits for the approval of a second person. Have it approved or declined first',
  ),
  dispute_without_account: ordinary(409, 'The customer has no open account in {currency}'),
  reason_missing: ordinary(422, 'Reason is required', '/reason'),
  status_not_allowed: ordinary(409, 'A transaction of this kind can’t have this status', '/status'),
  role_held_already: ordinary(409, 'This user already has this role'),
  user_not_staff: ordinary(409, 'This user has no role of the bank’s staff'),
  user_secrets_temporary: ordinary(409, 'This user must first log in and choose their own password and PIN'),
  own_role_kept: securityEvent(409, 'You can’t change your own role. Ask another administrator'),
  staff_account_kept: securityEvent(
    409,
    'This user works for the bank. Only an administrator can activate or deactivate their account',
  ),
  last_administrator: ordinary(
    409,
    'This would leave the bank without an administrator. Make another user an administrator first',
  ),
  two_factor_on: ordinary(409, 'Two-factor authentication is already on'),
  two_factor_off: ordinary(409, 'Two-factor authentication is off'),
  administrator_two_factor_kept: securityEvent(
    409,
    'Only an administrator can reset the two-factor authentication of a member of staff',
  ),
  two_factor_changed: ordinary(
    409,
    'The role or the two-factor authentication of this user has changed in the meantime. Check it again',
  ),
  staff_deactivated: ordinary(409, 'This member of staff is deactivated. Activate the account first'),
  enrolment_ended: ordinary(409, 'This QR code has expired. Start again with a new one'),
  pin_set: ordinary(409, 'You already have a PIN. Change it instead'),
  pin_not_locked: ordinary(409, 'This PIN is not locked'),
  pin_unlocked_often: securityEvent(
    409,
    'This PIN was unlocked {most} times in 24 hours. Offer the customer a new one',
  ),
  pin_recovery_unavailable: securityEvent(
    409,
    'We can’t mail you a link to choose a new PIN. Contact Support',
  ),
  pin_expired: ordinary(409, 'This temporary PIN has expired. Set a new one'),
  accounts_too_many: ordinary(409, 'You can have at most {most} accounts'),
  pots_too_many: ordinary(409, 'An account can have at most {most} pots. Close one first'),
  schedules_too_many: ordinary(409, 'You can have at most {most} scheduled payments. Stop one first'),
  schedule_outdated: ordinary(409, 'This scheduled payment has changed in the meantime. Check it again'),
  schedule_ended: ordinary(409, 'This scheduled payment has ended'),
  pot_not_empty: ordinary(409, 'Move the money out of this pot before you close it'),
  account_closed: ordinary(409, 'This account is closed'),
  account_open_already: ordinary(409, 'This account is open'),
  main_account_closed: ordinary(409, 'Reopen the main account first'),
  main_account_closes_last: ordinary(409, 'Your main account closes last. Close your other accounts first'),
  administrator_account_kept: ordinary(
    409,
    'A member of staff can’t close their main account. Ask an administrator to take your role first',
  ),
  account_has_pots: ordinary(409, 'Close the pots of this account first: {pots}'),
  account_has_pending: ordinary(
    409,
    'A payment of {amount} is still pending: {payment}. Close the account when it is completed or has failed',
  ),
  account_not_empty: ordinary(409, 'This account still has {amount}. Choose where it goes, or send it first'),
  opening_id_reused: securityEvent(409, 'This opening ID was already used'),
  beneficiaries_too_many: ordinary(409, 'You can save at most {most} payees. Remove one first'),
  image_too_large: ordinary(413, avatarMessages.image_too_large, '/image'),
  file_too_large: ordinary(413, caseFileMessages.file_too_large, '/file'),
  body_too_large: ordinary(413, 'The request is too large'),
  media_type_unsupported: ordinary(415, 'Send the request as application/json'),
  expectation_failed: ordinary(417, 'The Expect header may only be 100-continue'),
  upgrade_required: ordinary(426, 'Open this path as a WebSocket'),
  validation: ordinary(422, 'Please check the fields marked below'),
  password_too_common: ordinary(422, 'This password is too common', '/password'),
  password_breached: ordinary(
    422,
    'This password has appeared in a data breach. Choose another',
    '/password',
  ),
  password_unchanged: ordinary(422, 'Choose a password other than the temporary one', '/new_password'),
  pin_unchanged: ordinary(422, 'Choose a PIN other than the temporary one', '/new_pin'),
  age_too_low: ordinary(422, 'You must be at least {years} to open an account', '/dob'),
  country_unknown: ordinary(422, 'Country is required', '/country'),
  image_missing: ordinary(422, avatarMessages.image_missing, '/image'),
  image_unreadable: ordinary(422, avatarMessages.image_unreadable, '/image'),
  file_missing: ordinary(422, caseFileMessages.file_missing, '/file'),
  file_unreadable: ordinary(422, caseFileMessages.file_unreadable, '/file'),
  pin_incorrect: securityEvent(422, 'Invalid transaction pin', '/transaction_pin'),
  balance_insufficient: ordinary(422, 'Insufficient balance', '/amount'),
  balance_held: ordinary(422, 'The bank holds {held} of this balance', '/amount'),
  hold_too_large: ordinary(422, 'At most {most} of this account can be held', '/amount'),
  role_day_wrong: ordinary(422, 'Choose a day within the next 12 months', '/lastDay'),
  hold_day_wrong: ordinary(422, 'Choose a day within the next 5 years', '/liftsOn'),
  limit_exceeded: ordinary(422, limitMessage('{limit}'), '/amount'),
  guard_exceeded: ordinary(
    422,
    'This would exceed {guard} of {limit}. You can send {left} until {time}.',
    '/amount',
  ),
  guard_used_up: ordinary(
    422,
    'This would exceed {guard} of {limit}. You can send again from {time}.',
    '/amount',
  ),
  payment_guard_exceeded: ordinary(422, 'This would exceed your payment limit of {limit}', '/amount'),
  funding_limit_exceeded: ordinary(422, 'You can add up to {limit} each time', '/amount'),
  amount_too_large: ordinary(422, 'The account cannot hold this amount', '/amount'),
  payee_account_closed: ordinary(422, 'This account is closed', '/account_number'),
  payee_account_missing: securityEvent(
    422,
    'There is no such account at {bank}. Nothing was sent. Check the number.',
    '/account_number',
  ),
  payee_misses_used_up: securityEvent(
    429,
    'You entered too many account numbers that do not exist. You can pay someone at {bank} again from {time}.',
    '/account_number',
  ),
  currency_different: ordinary(422, 'This account holds another currency', '/account_number'),
  pot_locked: ordinary(422, 'This pot is locked until {day}', '/amount'),
  pot_day_past: ordinary(422, 'Choose a day in the future', '/lockedUntil'),
  pot_lock_too_long: ordinary(422, 'Choose a day within the next 5 years', '/lockedUntil'),
  pot_lock_shortened: ordinary(422, 'A lock can be extended, not shortened', '/lockedUntil'),
  schedule_day_past: ordinary(422, 'Choose a day from {day} on', '/firstDay'),
  schedule_day_far: ordinary(422, 'Choose a day within the next 5 years', '/firstDay'),
  schedule_without_days: ordinary(422, 'Choose a later end: no day is left', '/lastDay'),
  own_transfer_account_unknown: securityEvent(422, 'Choose one of your accounts', '/to'),
  own_transfer_same_account: ordinary(422, 'Choose two different accounts', '/to'),
  own_transfer_currency_different: ordinary(422, 'These accounts hold different currencies', '/to'),
  own_account: ordinary(422, 'You can’t send money to your own account', '/account_number'),
  id_reused: securityEvent(422, 'This transfer id was already used'),
  current_pin_incorrect: securityEvent(422, 'Current pin is incorrect', '/current_pin'),
  code_required: ordinary(422, 'Enter the 6 digits that your authenticator app shows', '/code'),
  code_incorrect: securityEvent(
    422,
    'This code is incorrect or has already been used. Wait for the next one',
    '/code',
  ),
  recovery_code_incorrect: securityEvent(
    422,
    'This recovery code is incorrect or has already been used',
    '/recovery_code',
  ),
  reset_link_invalid: securityEvent(422, 'This link has expired or has already been used. Ask for a new one'),
  email_link_invalid: securityEvent(
    422,
    'This link has expired or has already been used. Ask the bank for a new one',
  ),
  email_link_expired: ordinary(422, 'This link has expired. Send yourself a new one'),
  email_link_of_other_user: securityEvent(
    422,
    'This link confirms the email of another account. Log out, log in to that account and open the link again',
  ),
  email_unchanged: ordinary(422, 'This is already your email', '/email'),
  email_code_incorrect: securityEvent(422, 'This code is incorrect. Check the newest email', '/code'),
  password_incorrect: securityEvent(422, 'This isn’t your current password', '/password'),
  passcode_incorrect: securityEvent(422, 'Invalid passcode', '/passcode'),
  statement_too_long: ordinary(
    422,
    'A PDF holds at most 10,000 lines. Choose a shorter period, or download CSV',
  ),
  pin_locked: securityEvent(423, 'Too many wrong PINs. Try again in {minutes} minutes', '/transaction_pin'),
  too_many_attempts: securityEvent(429, 'Too many attempts. Try again in {minutes} minutes'),
  mails_too_many: ordinary(
    429,
    'We’ve sent several emails to this address today. Look in the spam folder, or try again tomorrow',
  ),
  export_under_way: ordinary(429, 'Another download is still running. Try again when it has finished.'),
  internal: ordinary(500, 'Something went wrong on our side. Nothing was changed.'),
  image_host_failed: ordinary(
    503,
    'The picture could not be saved. Your previous one is unchanged. Try again in a moment',
    '/image',
  ),
  statement_unreconciled: ordinary(
    500,
    'This statement does not reconcile, so it was not issued. Contact support.',
  ),
  busy: ordinary(503, 'The bank is busy. Try again in a moment'),
  outcome_unknown: ordinary(
    503,
    'We couldn’t confirm the outcome. Send it again: it will happen at most once.',
  ),
} satisfies Record<string, RefusalRule>

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
