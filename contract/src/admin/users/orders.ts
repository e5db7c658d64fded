/** The orders of the list of users. */
export const userOrders = ['newest', 'oldest', 'name'] as const
