/** What an event of the audit log is about. `bank` is the program and its settings. */
type Subject = 'user' | 'support_message' | 'request' | 'bank'

/** What an event changes on open pages. */
type Change =
  /** A record: the user's pages, and the lists of administrators. */
  | 'record'
  /** A record that did not exist before. */
  | 'new_record'
  /** The sessions of the user; no list of administrators. */
  | 'sessions'
  /** The bank's settings, and with them every session. */
  | 'settings'
  /** Nothing, or only what the books report themselves. */
  | 'nothing'

type Action = {
  readonly subject: Subject
  readonly changes: Change
  /** Whether the customer may read it. What would tell how staff and the program work is for staff alone. */
  readonly customerMayRead: boolean
  /** Whether its details may have personal data, balances or limits, beside what is left out of log files for every action. */
  readonly hasPersonalDetails: boolean
  /** What the actor did, without the actor: "Activated the account". Administrators and customers read it. */
  readonly sentence: string
}

const of = (
  subject: Subject,
  changes: Change,
  reader: 'customer' | 'staff',
  details: 'plain' | 'personal',
  sentence: string,
): Action => ({
  subject,
  changes,
  customerMayRead: reader === 'customer',
  hasPersonalDetails: details === 'personal',
  sentence,
})

/** Every action of the audit log that this version writes, by its name. */
export const actions = {
  account_activated: of('user', 'record', 'customer', 'plain', 'Activated the account'),
  account_closed: of('user', 'record', 'customer', 'plain', 'Closed the account'),
  account_deactivated: of('user', 'record', 'customer', 'plain', 'Deactivated the account'),
  account_funded: of('user', 'nothing', 'customer', 'personal', 'Funded the account'),
  account_opened: of('user', 'record', 'customer', 'plain', 'Opened another account'),
  account_reopened: of('user', 'record', 'customer', 'plain', 'Reopened the account'),
  activation_declined: of('user', 'record', 'customer', 'plain', 'Declined the activation'),
  administration_refused: of('request', 'sessions', 'staff', 'plain', 'Tried what only staff may do'),
  administrator_made: of('user', 'record', 'customer', 'plain', 'Added the administrator role'),
  administrator_removed: of('user', 'record', 'customer', 'plain', 'Removed the administrator role'),
  approval_asked: of('user', 'record', 'staff', 'plain', 'Asked for an approval'),
  approval_declined: of(
    'user',
    'record',
    'staff',
    'plain',
    'Declined what another member of staff asked for',
  ),
  approval_given: of('user', 'record', 'staff', 'plain', 'Approved what another member of staff asked for'),
  audit_log_downloaded: of('bank', 'sessions', 'staff', 'plain', 'Downloaded the audit log'),
  avatar_changed: of('user', 'record', 'customer', 'plain', 'Changed the picture'),
  avatar_removed: of('user', 'record', 'customer', 'plain', 'Removed the picture'),
  books_check_asked: of('bank', 'nothing', 'staff', 'plain', 'Asked for a check of the books'),
  confirmation_blocked: of('user', 'record', 'customer', 'plain', 'Failed to confirm too often'),
  customer_limits_set: of('user', 'record', 'customer', 'personal', 'Set limits in place of the bank’s'),
  dispute_collected: of('user', 'record', 'customer', 'personal', 'Collected what was owed after a dispute'),
  dispute_credited: of('user', 'record', 'customer', 'personal', 'Credited a disputed payment'),
  dispute_ended: of('user', 'record', 'customer', 'personal', 'Ended a dispute'),
  dispute_opened: of('user', 'record', 'customer', 'plain', 'Disputed a payment'),
  email_change_asked: of('user', 'record', 'customer', 'personal', 'Asked to change the email'),
  email_change_cancelled: of('user', 'record', 'customer', 'personal', 'Cancelled the change of the email'),
  email_changed: of('user', 'record', 'customer', 'personal', 'Changed the email'),
  email_confirmed: of('user', 'record', 'customer', 'personal', 'Confirmed the email'),
  email_restored: of('user', 'record', 'customer', 'personal', 'Took the earlier email back'),
  form_refused: of('request', 'sessions', 'staff', 'plain', 'Sent a form with unknown fields'),
  funding_taken_back: of('user', 'nothing', 'customer', 'personal', 'Took a funding back'),
  guard_set: of('user', 'record', 'customer', 'personal', 'Set limits for payments'),
  hold_lifted: of('user', 'record', 'customer', 'plain', 'Lifted a hold'),
  hold_placed: of('user', 'record', 'customer', 'plain', 'Held an amount on the account'),
  jobs_resumed: of('bank', 'record', 'staff', 'plain', 'Resumed the paused jobs'),
  money_position_downloaded: of('bank', 'nothing', 'staff', 'plain', 'Downloaded the money position'),
  note_written: of('user', 'record', 'staff', 'plain', 'Wrote a note'),
  other_sessions_ended: of('user', 'sessions', 'customer', 'plain', 'Logged out the other devices'),
  overview_opened: of('bank', 'nothing', 'staff', 'plain', 'Opened the overview'),
  passcode_blocked: of('user', 'sessions', 'staff', 'plain', 'Entered too many wrong passcodes'),
  passcode_changed: of('bank', 'settings', 'staff', 'plain', 'Changed the passcode'),
  passcode_entered: of('user', 'sessions', 'staff', 'plain', 'Entered the passcode'),
  passcode_refused: of('user', 'nothing', 'staff', 'plain', 'Entered a wrong passcode'),
  password_changed: of('user', 'record', 'customer', 'plain', 'Changed the password'),
  password_reset: of('user', 'record', 'customer', 'plain', 'Chose a new password by a reset link'),
  password_reset_asked: of('user', 'record', 'customer', 'plain', 'Asked for a password reset'),
  payments_frozen: of('user', 'record', 'customer', 'plain', 'Froze all payments'),
  payments_thawed: of('user', 'record', 'customer', 'plain', 'Unfroze payments'),
  pin_changed: of('user', 'record', 'customer', 'plain', 'Changed the PIN'),
  pin_locked: of('user', 'record', 'customer', 'plain', 'Entered too many wrong PINs'),
  pin_recovered: of('user', 'record', 'customer', 'plain', 'Chose a new PIN without the old one'),
  pin_recovery_asked: of('user', 'record', 'customer', 'plain', 'Asked for a link to choose a new PIN'),
  pin_recovery_offered: of('user', 'record', 'customer', 'plain', 'Sent a link to choose a new PIN'),
  pin_set: of('user', 'record', 'customer', 'plain', 'Set the PIN'),
  pin_unlocked: of('user', 'record', 'customer', 'plain', 'Unlocked the PIN'),
  profile_changed: of('user', 'record', 'customer', 'personal', 'Changed the profile'),
  profile_corrected: of('user', 'record', 'customer', 'personal', 'Corrected the profile'),
  receipt_downloaded: of('user', 'nothing', 'staff', 'plain', 'Downloaded a receipt'),
  recovery_codes_made: of('user', 'record', 'customer', 'plain', 'Made new recovery codes'),
  registered: of('user', 'new_record', 'customer', 'plain', 'Registered'),
  restored: of('bank', 'record', 'staff', 'plain', 'Restored a backup'),
  role_ended: of('user', 'record', 'customer', 'plain', 'Ended a role of the staff'),
  role_given: of('user', 'record', 'customer', 'plain', 'Gave a role of the staff'),
  role_taken: of('user', 'record', 'customer', 'plain', 'Took a role of the staff'),
  schedule_changed: of('user', 'record', 'customer', 'personal', 'Changed a scheduled payment'),
  schedule_created: of('user', 'record', 'customer', 'personal', 'Scheduled a payment'),
  schedule_ended: of('user', 'record', 'customer', 'plain', 'Stopped a scheduled payment'),
  second_step_blocked: of('user', 'record', 'customer', 'plain', 'Entered too many wrong codes'),
  secret_key_given_up: of('bank', 'record', 'staff', 'plain', 'Replaced a lost secret key'),
  secret_key_replaced: of('bank', 'record', 'staff', 'plain', 'Replaced the secret key'),
  session_confirmed: of('user', 'sessions', 'customer', 'plain', 'Confirmed with the password'),
  session_ended: of('user', 'sessions', 'customer', 'plain', 'Logged out a device'),
  sign_in_blocked: of('user', 'sessions', 'customer', 'plain', 'Failed to log in too often'),
  signed_in: of('user', 'sessions', 'customer', 'plain', 'Logged in'),
  signed_out: of('user', 'sessions', 'customer', 'plain', 'Logged out'),
  signed_out_everywhere: of('user', 'sessions', 'customer', 'plain', 'Logged out all devices'),
  statement_downloaded: of('user', 'nothing', 'staff', 'plain', 'Downloaded a statement'),
  support_message_answered: of(
    'support_message',
    'record',
    'staff',
    'plain',
    'Answered the message, or marked it as answered',
  ),
  support_message_closed: of('support_message', 'record', 'staff', 'plain', 'Closed the message'),
  support_message_file_added: of(
    'support_message',
    'record',
    'staff',
    'plain',
    'Added a file to the message',
  ),
  support_message_noted: of('support_message', 'record', 'staff', 'plain', 'Wrote a note under the message'),
  support_message_released: of('support_message', 'record', 'staff', 'plain', 'Gave the message back'),
  support_message_reopened: of('support_message', 'record', 'staff', 'plain', 'Marked the message as open'),
  support_message_taken: of('support_message', 'record', 'staff', 'plain', 'Took the message'),
  transaction_status_set: of('user', 'nothing', 'staff', 'plain', 'Set the status of a transaction'),
  transactions_downloaded: of('bank', 'nothing', 'staff', 'plain', 'Downloaded the list of transactions'),
  transactions_listed: of('bank', 'nothing', 'staff', 'plain', 'Opened the list of transactions'),
  transfer_refused_inactive: of(
    'user',
    'sessions',
    'customer',
    'plain',
    'Tried to send from an inactive account',
  ),
  two_factor_reset: of('user', 'record', 'customer', 'plain', 'Reset two-factor authentication'),
  two_factor_turned_off: of('user', 'record', 'customer', 'plain', 'Turned two-factor authentication off'),
  two_factor_turned_on: of('user', 'record', 'customer', 'plain', 'Turned two-factor authentication on'),
  undo_time_set: of('user', 'record', 'customer', 'plain', 'Set the undo time'),
  user_created: of('user', 'new_record', 'customer', 'plain', 'Created the account'),
  user_opened: of('user', 'nothing', 'staff', 'plain', 'Opened the user'),
  users_downloaded: of('bank', 'nothing', 'staff', 'plain', 'Downloaded the list of users'),
  users_listed: of('bank', 'nothing', 'staff', 'plain', 'Opened the list of users'),
} satisfies Record<string, Action>

export type ActionName = keyof typeof actions

/** The actions that a customer may read of events about them. */
export const customerActions = (Object.keys(actions) as ActionName[]).filter(
  (name) => actions[name].customerMayRead,
)

/** The actions about one transaction, which moved its money. */
export const transactionActions: readonly string[] = [
  'account_funded',
  'dispute_collected',
  'dispute_credited',
  'funding_taken_back',
  'transaction_status_set',
] satisfies ActionName[]

/** The value of the filter of actions that selects those that changed something: no reading and no signing in. */
export const changesOnly = 'changes'

export const changeActions = (Object.keys(actions) as ActionName[]).filter(
  (name) => !['sessions', 'nothing'].includes(actions[name].changes) || transactionActions.includes(name),
)

/** What an action changes. One that only an earlier version wrote may have changed any record. */
export function changesOf(action: string): Change {
  return actionOf(action)?.changes ?? 'record'
}

/** Whether the details of an action may have personal data. Of one that only an earlier version wrote they may. */
export function hasPersonalDetails(action: string): boolean {
  return actionOf(action)?.hasPersonalDetails ?? true
}

/** What an action is about. Of one that only an earlier version wrote, no more is known than that it has a subject. */
export function subjectOf(action: string): Subject {
  return actionOf(action)?.subject ?? 'user'
}

/** An action as people read it. One that only an earlier version wrote is its name in words: `an_old_action` is "An old action". */
export function sentenceOf(action: string): string {
  const words = action.replaceAll('_', ' ')
  return actionOf(action)?.sentence ?? words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** An action as the customer reads it: "Changed the PIN", or "The bank activated the account" without the name of the administrator. */
export function customerSentenceOf(action: ActionName, isByBank: boolean): string {
  const { sentence } = actions[action]
  return isByBank ? `The bank ${sentence.slice(0, 1).toLowerCase()}${sentence.slice(1)}` : sentence
}

function actionOf(action: string): Action | undefined {
  return Object.hasOwn(actions, action) ? actions[action as ActionName] : undefined
}
