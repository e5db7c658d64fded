import * as z from 'zod/mini'
import { accountView, meView } from '../../views.ts'

// What administrators at their work see of users. A password, a PIN or the passcode is in none of it.

const moment = z.iso.datetime()

/** A user as the list shows them. */
const userCardView = z.extend(
  z.pick(meView, { id: true, name: true, email: true, role: true, country: true, avatar: true }),
  { isActive: z.boolean(), createdAt: moment },
)

/** A page of the users, newest first. */
export const userPage = z.object({
  users: z.array(userCardView),
  /** How many there are, or are found; exact up to 1,000, null beyond. */
  total: z.nullable(z.number()),
  nextCursor: z.nullable(z.string()),
})

/** One user, with their account and its number whole. */
export const userDetailsView = z.extend(z.omit(meView, { transferLimit: true, account: true }), {
  createdAt: moment,
  passwordSetAt: moment,
  /** Until when the password or PIN that staff typed can be used; null once the user chose both. */
  temporarySecretsUntil: z.nullable(moment),
  /** Goes up with every change of the details. A correction names the one it was made from. */
  profileVersion: z.number(),
  /** A new address that waits for its owner to open the link mailed to it, and until when; null when there is none. */
  pendingEmail: z.nullable(z.object({ email: z.string(), expiresAt: moment })),
  account: accountView,
  /** The most one funding may move, as a decimal string. */
  fundingLimit: z.string(),
})

/** When the passcode was last changed, and by whom: null when the program itself set it. */
export const passcodeChangeView = z.object({
  changedAt: moment,
  changedBy: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
})

export type UserCardView = z.output<typeof userCardView>
export type UserPage = z.output<typeof userPage>
export type UserDetailsView = z.output<typeof userDetailsView>
export type PasscodeChangeView = z.output<typeof passcodeChangeView>
