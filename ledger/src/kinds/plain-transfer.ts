import { type Kind, sentTransfer } from '../kind.ts'

/** Money that a client of the hosted backend sends with a description alone, by which an administrator settles it. */
export const plainTransfer: Kind = {
  ...sentTransfer,
  event: 'A customer sends a transfer without a beneficiary',
  destination: 'settlement',
  firstStatus: 'pending',
  waitsForUndo: false,
  waitsForRelease: true,
  isIncome: false,
  beneficiary: 'never',
  debitDetail: 'description',
  creditDetail: null,
}
