import type { LedgerAccountId } from './ledger-account.ts'

/** The three statuses of the specification (§3). Any may follow any other. */
export const statuses = ['pending', 'success', 'failed'] as const

export type Status = (typeof statuses)[number]

/** A transaction begins with its money on the way, or already there. */
export type FirstStatus = Exclude<Status, 'failed'>

/** The three ledger accounts a transaction's money can be on: all different, and the same during its whole life. */
export type Route = {
  readonly source: LedgerAccountId
  readonly inTransit: LedgerAccountId
  readonly destination: LedgerAccountId
}

/** Where a transaction's money is. A status change moves it from the old place to the new one. */
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

/** The status whose money is on this ledger account of the route. */
export function statusAt(ledgerAccountId: LedgerAccountId, route: Route): Status {
  return statuses.find((status) => positionOf(status, route) === ledgerAccountId)!
}
