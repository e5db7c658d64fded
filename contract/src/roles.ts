/** What a user may work as. An administrator is a customer too. `rights.ts` says what each may do. */
export const roles = ['customer', 'administrator'] as const

export type Role = (typeof roles)[number]
