import type { Role } from './roles.ts'

/** What staff may do. Endpoints and screens ask for a right, never for a role. */
export const rights = [
  /** Opens the panel, with the passcode. */
  'administer',
  'read_customers',
  'create_users',
  'activate',
  'correct',
  /** Confirms that an e-mail is the user's, which staff have checked. */
  'confirm_email',
  /** Sends a link for a new password, and ends a user's sessions. */
  'reset_sign_in',
  'fund',
  'settle',
  /** Holds money on accounts of customers, and lifts holds. */
  'hold',
  'promote',
  'change_passcode',
  /** Sees the bank's own money, and has the books checked. */
  'read_books',
  'read_audit',
  'read_mail',
  'answer_messages',
] as const

export type Right = (typeof rights)[number]

const rightsOfRoles: Readonly<Record<Role, readonly Right[]>> = { customer: [], administrator: rights }

export function hasRight(role: Role, right: Right): boolean {
  return rightsOfRoles[role].includes(right)
}
