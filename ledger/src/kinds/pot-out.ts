import { type Kind, ownMovement } from '../kind.ts'

/** Money that a customer takes out of a pot. */
export const potOut: Kind = {
  ...ownMovement,
  event: 'A customer moves money out of a pot',
  source: 'pot',
  destination: 'account',
  instructedBy: ['own'],
  beneficiary: 'never',
  debitDetail: null,
  creditDetail: 'pot',
}
