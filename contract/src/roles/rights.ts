import { isStaff, type Role, roles, type StaffRole } from './role.ts'

/** What staff may do. Endpoints and screens ask for a right, never for a role. */
export const rights = [
  /** Opens the panel, with the passcode: every member of staff. */
  'administer',
  'read_customers',
  /** Writes notes about customers, which only staff read. */
  'write_notes',
  'read_messages',
  'answer_messages',
  'read_mail',
  'create_users',
  /** Activates, deactivates, opens, closes and reopens accounts. Those of staff need `give_roles` as well. */
  'activate',
  'correct',
  /** Confirms that an e-mail is the user's, which staff have checked. */
  'confirm_email',
  /** Sends links for a new password and a new PIN, unlocks a PIN, resets two-factor, and ends a user's sessions. */
  'reset_sign_in',
  'settle',
  'fund',
  /** Holds money on accounts of customers, and lifts holds. */
  'hold',
  /** Sees the bank's own money. */
  'read_books',
  /** Has the books checked. */
  'check_books',
  'read_audit',
  /** Sees who works for the bank, in which role. */
  'read_staff',
  'give_roles',
  'change_passcode',
  /** Sees which acts of staff wait for a second person. */
  'read_approvals',
  /** Approves and declines acts of others. Each act needs its own right as well. */
  'decide_approvals',
] as const

export type Right = (typeof rights)[number]

const ofAllStaff = ['administer', 'read_customers'] as const

/** The rights of each role. An auditor reads everything and writes nothing. */
const rightsOfRoles: Readonly<Record<Role, readonly Right[]>> = {
  customer: [],
  support: [...ofAllStaff, 'write_notes', 'read_messages', 'answer_messages', 'read_mail'],
  operations: [
    ...ofAllStaff,
    'write_notes',
    'read_messages',
    'read_mail',
    'create_users',
    'activate',
    'correct',
    'confirm_email',
    'reset_sign_in',
    'settle',
    'read_approvals',
    'decide_approvals',
  ],
  treasury: [
    ...ofAllStaff,
    'write_notes',
    'read_messages',
    'fund',
    'hold',
    'read_books',
    'check_books',
    'read_approvals',
    'decide_approvals',
  ],
  auditor: [
    ...ofAllStaff,
    'read_messages',
    'read_mail',
    'read_books',
    'read_audit',
    'read_staff',
    'read_approvals',
  ],
  administrator: rights,
}

export function hasRight(role: Role, right: Right): boolean {
  return rightsOfRoles[role].includes(right)
}

/** The roles of staff, from the narrowest to the widest. */
export const staffRoles = roles.filter(isStaff)

export function rolesWith(right: Right): StaffRole[] {
  return staffRoles.filter((role) => hasRight(role, right))
}

/** Each role as people read it. */
export const roleNames: Readonly<Record<StaffRole, string>> = {
  support: 'Support',
  operations: 'Operations',
  treasury: 'Treasury',
  auditor: 'Auditor',
  administrator: 'Administrator',
}
