import { byBank, type Kind } from '../kind.ts'

/** What the bank credits while it looks into a payment that its customer disputes. It stays unless the dispute ends for the bank. */
export const provisionalCredit: Kind = {
  ...byBank,
  event: 'Staff credit a disputed payment for the time being',
  source: 'disputes',
  destination: 'account',
}
