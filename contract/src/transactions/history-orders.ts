/** The orders of a history: by time, or by amount without its sign. */
export const historyOrders = ['newest', 'oldest', 'largest', 'smallest'] as const

export type HistoryOrder = (typeof historyOrders)[number]
