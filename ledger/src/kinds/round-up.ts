import { type Kind, ownMovement } from '../kind.ts'

/** What is missing to the whole unit of a transfer, for the pot that the customer chose (`pots/round-up.ts` of the server). */
export const roundUp: Kind = {
  ...ownMovement,
  event: 'A transfer is rounded up into a pot',
  source: 'account',
  destination: 'pot',
  instructedBy: ['own'],
  beneficiary: 'never',
  debitDetail: 'pot',
  creditDetail: null,
}
