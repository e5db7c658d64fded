import { type Kind, ownMovement } from '../kind.ts'

/** Money between two accounts of one customer. Sent with the transfer form it names a beneficiary, and the PIN authorises it. */
export const ownTransfer: Kind = {
  ...ownMovement,
  event: 'A customer moves money to another of their accounts',
  source: 'account',
  destination: 'account',
  instructedBy: ['own', 'pin', 'schedule', 'approval'],
  beneficiary: 'sometimes',
  debitDetail: 'account',
  creditDetail: 'account',
}
