import { byBank, type Kind } from '../kind.ts'
import { statuses } from '../transaction-status.ts'

/** The bank’s money for a customer (specification §4, Admin funding; departure 14). */
export const funding: Kind = {
  ...byBank,
  event: 'An administrator funds an account',
  source: 'settlement',
  destination: 'account',
  statusesAfter: statuses,
  isIncome: true,
}
