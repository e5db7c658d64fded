import { byBank, type Kind } from '../kind.ts'

/** What the bank takes back of a funding that was wrong. It is final: what was taken back wrongly is funded again. */
export const takingBack: Kind = {
  ...byBank,
  event: 'An administrator takes back a funding, or a part of it',
  source: 'account',
  destination: 'settlement',
  creditDetail: 'funding',
}
