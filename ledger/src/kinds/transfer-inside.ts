import { type Kind, sentTransfer } from '../kind.ts'

/** Money to an account of another customer of this bank, by its number and this bank’s name (departure 17). */
export const transferInside: Kind = {
  ...sentTransfer,
  event: 'A customer sends a transfer inside the bank',
  destination: 'account',
  firstStatus: 'success',
  waitsForUndo: true,
  waitsForRelease: false,
  isIncome: true,
  beneficiary: 'always',
  debitDetail: null,
  creditDetail: 'payer',
}
