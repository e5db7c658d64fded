import { currencies } from '@bank/ledger/currency'
import * as z from 'zod/mini'
import { accountNumber, decimal, moment } from '../answer-formats.ts'

/** A customer's bank account. */
export const accountView = z.object({
  number: accountNumber,
  /** Names the same account to other banks; null for one that is not in euros, and at a bank without a bank code. */
  iban: z.nullable(z.string()),
  /** The customer's name for it; null without one. */
  name: z.nullable(z.string()),
  /** The account that registration opened, which a request without an account is about. */
  isMain: z.boolean(),
  type: z.string(),
  currency: z.enum(currencies),
  isActive: z.boolean(),
  /** The balance of the ledger account. */
  balance: decimal,
  /** What the bank holds of it. */
  held: decimal,
  /** What the customer can spend: the balance without what is held. */
  available: decimal,
  /** The amount of pending transfers, which is already deducted from the balance. */
  inTransit: decimal,
  /** The balance before the pending transfers were deducted: `balance` plus `inTransit`. */
  booked: decimal,
  /** The amount of pending credits, which is not part of the balance until they arrive. */
  expectedIn: decimal,
  /** The amount in the account’s pots, which is not part of the balance either. */
  inPots: decimal,
  /** The name of the pot into which transfers are rounded up; null while round-up is off. */
  roundUpPot: z.nullable(z.string()),
  openedAt: moment,
  /** When it was last activated; null before its first activation. */
  activatedAt: z.nullable(moment),
  /** When staff declined to activate it, and why, for the customer. Null for every other account. */
  declinedAt: z.nullable(moment),
  declineReason: z.nullable(z.string()),
  /** When the customer closed it; null while it is open. Nothing is booked on a closed one. */
  closedAt: z.nullable(moment),
})

/** The caller's accounts: the main one, then the others, oldest first. */
export const accountList = z.object({ accounts: z.array(accountView) })

export type AccountView = z.output<typeof accountView>
