import type { Kind } from '../kind.ts'

/** What the bank takes back of a funding that was wrong. It is final: what was taken back wrongly is funded again. */
export const takingBack: Kind = {
  event: 'An administrator takes back a funding, or a part of it',
  source: 'account',
  destination: 'settlement',
  firstStatus: 'success',
  waitsForUndo: false,
  statusesAfter: ['success'],
  instructedBy: ['bank'],
  obeysFreeze: false,
  isLimited: false,
  isSpending: false,
  isIncome: false,
  isRoundedUp: false,
  staysWithCustomer: false,
  beneficiary: 'never',
  debitDetail: null,
  creditDetail: 'funding',
}
