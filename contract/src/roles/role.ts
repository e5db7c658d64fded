/** What a user may work as. Staff are customers too. `rights.ts` says what each may do. */
export const roles = ['customer', 'support', 'operations', 'treasury', 'auditor', 'administrator'] as const

export type Role = (typeof roles)[number]

export type StaffRole = Exclude<Role, 'customer'>

/** True for a user who works for the bank, in any role. */
export function isStaff(role: Role): role is StaffRole {
  return role !== 'customer'
}
