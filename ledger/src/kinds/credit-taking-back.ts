import { byBank, type Kind } from '../kind.ts'

/**
 * What the bank takes back of a provisional credit whose dispute ended for the bank: as much as there is. If the credited account is
 * closed, another account of the customer pays.
 */
export const creditTakingBack: Kind = {
  ...byBank,
  event: 'The bank takes a provisional credit back, as far as the balance covers it',
  source: 'account',
  destination: 'disputes',
  stopsAtBalance: true,
  creditDetail: 'provisional_credit',
}
