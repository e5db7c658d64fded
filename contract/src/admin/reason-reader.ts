import type { Status } from '@bank/ledger/transaction-status'
import type { ActionName } from '../audit/actions.ts'

/** Who reads why staff did something: staff alone, or the customer, too. */
export type ReasonReader = 'staff' | 'customer'

/** Who reads the reason of an act, by its action in the audit log, and of a status by itself. Those of all other acts are for staff. */
export const reasonReaders = {
  account_deactivated: 'staff',
  account_funded: 'staff',
  activation_declined: 'customer',
  dispute_collected: 'customer',
  dispute_credited: 'staff',
  dispute_ended: 'customer',
  funding_taken_back: 'customer',
  transaction_status_set: { pending: 'staff', success: 'staff', failed: 'customer' },
} as const satisfies Partial<Record<ActionName, ReasonReader | Readonly<Record<Status, ReasonReader>>>>

/** Whether the customers of a transaction read why an act has given it a status. */
export function isForCustomer(action: ActionName, status: Status): boolean {
  const readers: Partial<Record<ActionName, ReasonReader | Readonly<Record<Status, ReasonReader>>>> =
    reasonReaders
  const reader = readers[action]
  return (typeof reader === 'object' ? reader[status] : reader) === 'customer'
}
