import { currencies } from '@bank/ledger/currency'
import * as z from 'zod/mini'
import { accountNumber, decimal, moment } from '../answer-formats.ts'

/** The most open pots of one account. */
export const potsMax = 20

/** Money that a customer has put aside. */
export const potView = z.object({
  id: z.uuid(),
  /** The number of the account that it belongs to. */
  account: accountNumber,
  name: z.string(),
  currency: z.enum(currencies),
  balance: decimal,
  goal: z.nullable(decimal),
  /** Days of the bank, `YYYY-MM-DD`. */
  targetDay: z.nullable(z.string()),
  lockedUntil: z.nullable(z.string()),
  /** Transfers from the account are rounded up into this pot. */
  roundsUp: z.boolean(),
  openedAt: moment,
})

/** The open pots of an account, oldest first. */
export const potList = z.object({ pots: z.array(potView) })

/** The facts of a movement between a pot and its account, which never change. */
export const potMovementView = z.object({ id: z.uuid(), amount: decimal, createdAt: moment })

export type PotView = z.output<typeof potView>
export type PotMovementView = z.output<typeof potMovementView>
