import { type PageName, pageAt } from '../pages.ts'
import { hasRight, type Right } from './rights.ts'
import type { Role } from './role.ts'

/** The right that each page behind the passcode needs. Not in the table of pages, which customers load. */
export const rightsOfPages: Readonly<Partial<Record<PageName, Right>>> = {
  overview: 'read_customers',
  userManagement: 'read_customers',
  user: 'read_customers',
  createUser: 'create_users',
  passcodeSettings: 'change_passcode',
  allTransactions: 'read_customers',
  moneyPosition: 'read_books',
  approvals: 'read_approvals',
  supportMessages: 'read_messages',
  supportMessage: 'read_messages',
  administrators: 'read_staff',
  auditLog: 'read_audit',
  security: 'read_audit',
  outbox: 'read_mail',
  system: 'read_customers',
}

/** Whether a role may open the page at a path, if it is one behind the passcode. */
export function mayOpen(role: Role, path: string): boolean {
  const name = pageAt(path)?.name
  const right = name && rightsOfPages[name]
  return right === undefined || hasRight(role, right)
}
