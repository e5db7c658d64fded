import { type Kind, sentTransfer } from '../kind.ts'

/** Money to an account at another bank. It is in transit until an administrator settles it. */
export const transfer: Kind = {
  ...sentTransfer,
  event: 'A customer sends a transfer to another bank',
  destination: 'settlement',
  firstStatus: 'pending',
  waitsForUndo: false,
  waitsForRelease: true,
  isIncome: false,
  beneficiary: 'always',
  debitDetail: null,
  creditDetail: null,
}
