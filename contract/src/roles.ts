/** What a user may work as. An administrator is a customer too. */
export const roles = ['customer', 'administrator'] as const
