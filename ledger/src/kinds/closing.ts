import { type Kind, ownMovement } from '../kind.ts'

/** What is left on an account that its customer closes. */
export const closing: Kind = {
  ...ownMovement,
  event: 'A customer closes an account with money on it',
  source: 'account',
  destination: 'account',
  instructedBy: ['own'],
  beneficiary: 'never',
  debitDetail: 'account',
  creditDetail: 'account',
}
