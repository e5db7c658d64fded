import type { Kind } from '../kind.ts'
import { statuses } from '../transaction-status.ts'

/** The bank’s money for a customer (specification §4, Admin funding; departure 14). */
export const funding: Kind = {
  event: 'An administrator funds an account',
  source: 'settlement',
  destination: 'account',
  firstStatus: 'success',
  waitsForUndo: false,
  statusesAfter: statuses,
  instructedBy: ['bank'],
  obeysFreeze: false,
  isLimited: false,
  isSpending: false,
  isIncome: true,
  isRoundedUp: false,
  staysWithCustomer: false,
  beneficiary: 'never',
  debitDetail: null,
  creditDetail: null,
}
