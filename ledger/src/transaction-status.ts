import type { LedgerAccountId } from './ledger-account.ts'

/** The three statuses of the specification (§3). Which may be set afterwards is said by the kind (`Kind.statusesAfter`). */
export const statuses = ['pending', 'success', 'failed'] as const

export type Status = (typeof statuses)[number]

/** The status of a new transaction: its money is in transit, or already at its destination. */
export type FirstStatus = Exclude<Status, 'failed'>

/** The three ledger accounts on which a transaction's money can be: all different, and fixed when it is opened. */
export type Route = {
  readonly source: LedgerAccountId
  readonly inTransit: LedgerAccountId
  readonly destination: LedgerAccountId
}

/** The ledger account that holds the transaction's money. A status change moves it from the old position to the new one. */
export function positionOf(status: Status, route: Route): LedgerAccountId {
  switch (status) {
    case 'failed':
      return route.source
    case 'pending':
      return route.inTransit
    case 'success':
      return route.destination
  }
}

/** Whether a change of a status needs a reason: the money goes back to its source, or had arrived at its destination. */
export function needsReason(before: Status, after: Status): boolean {
  return before !== after && (after === 'failed' || before === 'success')
}

/** The status whose position is this ledger account of the route. */
export function statusAt(ledgerAccountId: LedgerAccountId, route: Route): Status {
  return statuses.find((status) => positionOf(status, route) === ledgerAccountId)!
}
