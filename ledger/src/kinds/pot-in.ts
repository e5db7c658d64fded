import { type Kind, ownMovement } from '../kind.ts'

/** Money that a customer puts aside. */
export const potIn: Kind = {
  ...ownMovement,
  event: 'A customer moves money into a pot',
  source: 'account',
  destination: 'pot',
  instructedBy: ['own', 'schedule'],
  beneficiary: 'never',
  debitDetail: 'pot',
  creditDetail: null,
}
