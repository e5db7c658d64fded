/**
 * The states of a case. `open`: the bank must answer. `waiting`: for the customer. An entry of the customer opens a case that waits or
 * is closed again.
 */
export const caseStates = ['open', 'waiting', 'closed'] as const

/** `dispute`: of a transaction. */
export const caseKinds = ['question', 'dispute'] as const

/** What staff list: what has a deadline, by it, or the newest of a state. */
export const caseLists = ['due', 'waiting', 'closed'] as const

export type CaseState = (typeof caseStates)[number]
export type CaseKind = (typeof caseKinds)[number]
export type CaseList = (typeof caseLists)[number]
