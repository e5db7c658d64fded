import * as z from 'zod/mini'
import { decimal, moment } from '../answer-formats.ts'

/** Whether the user has a PIN. No answer contains the PIN itself. */
export const pinView = z.object({ isSet: z.boolean() })

/** What proves, beside the password, that a customer who forgot the PIN may choose a new one. */
export const secondProofs = ['code', 'link'] as const

/** Why no link can be mailed to a customer. */
export const linkObstacles = ['mail_off', 'email_unconfirmed', 'email_changed_recently'] as const

/** How the customer can choose a new PIN without the old one. */
export const pinRecoveryView = z.object({
  /** Null: neither is possible, because of the obstacle. */
  secondProof: z.nullable(z.enum(secondProofs)),
  obstacle: z.nullable(z.enum(linkObstacles)),
  /** From when a proof is possible, where that is known. */
  from: z.nullable(moment),
})

/** The bank's limit after a recovered PIN: what can be sent until then, in each currency. */
export const pinRecoveredView = z.object({ limit: decimal, until: moment })

export type PinRecoveryView = z.output<typeof pinRecoveryView>
export type PinRecoveredView = z.output<typeof pinRecoveredView>
