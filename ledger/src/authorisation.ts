/** By what right a movement of money is instructed. A customer's right always names the customer. */
export type Authorisation =
  | PinAuthorisation
  /** The customer's session, between their own accounts and pots. */
  | { readonly by: 'own'; readonly userId: string }
  /** A scheduled payment of the customer's, on its day. Its PIN was right when it was scheduled. */
  | { readonly by: 'schedule'; readonly userId: string }
  /** A payment of the customer's that an administrator has approved. */
  | { readonly by: 'approval'; readonly userId: string; readonly approvedBy: string }
  /** An administrator, or the bank itself, with the bank's own money. */
  | { readonly by: 'bank' }

/** The customer's PIN. It never reaches the ledger: only whether it was right. */
export type PinAuthorisation = { readonly by: 'pin'; readonly userId: string } & PinTry

export type PinTry = {
  readonly pinMatches: boolean
  /** From `openAttempts`. One per submission, and the same when a batch is run again, so that a wrong PIN counts once. */
  readonly attempt: string
}
