import type { Right } from '../../roles/rights.ts'

/** The acts of staff that may wait for a second person, each with the right that its maker and the second person need. */
export const rightsOfActs = {
  funding: 'fund',
  taking_back: 'fund',
  provisional_credit: 'fund',
  customer_limits: 'fund',
  status: 'settle',
  role: 'give_roles',
  reopening: 'activate',
  email: 'correct',
  two_factor_reset: 'give_roles',
} as const satisfies Record<string, Right>

export type ActName = keyof typeof rightsOfActs

/** Those that the books carry out, in the commit of the decision. */
export const actsOnMoney: readonly ActName[] = ['funding', 'taking_back', 'provisional_credit', 'status']

/** How long an act waits for a second person. */
export const approvalDays = 7
