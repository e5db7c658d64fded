/** What can be wrong with a payment, as its customer says, the most usual first. */
export const disputeCauses = {
  not_authorised: 'I did not make this payment',
  not_received: 'What I paid for did not arrive',
  not_as_agreed: 'It is not what was agreed',
  amount_wrong: 'The amount is wrong',
  paid_twice: 'I paid twice',
  other: 'Something else',
} as const

export type DisputeCause = keyof typeof disputeCauses

export const disputeCauseNames = Object.keys(disputeCauses) as DisputeCause[]

/** For so many days a payment can be disputed. */
export const disputableDays = 120
