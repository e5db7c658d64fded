import * as z from 'zod/mini'
import { accountStates } from '../../accounts/state.ts'
import { accountView } from '../../accounts/view.ts'
import { accountNumber, decimal, moment } from '../../answer-formats.ts'
import { pendingEmailView } from '../../email-changes/view.ts'
import { meView } from '../../profile/view.ts'
import { listedSession } from '../../sessions/view.ts'
import { approvalView } from '../approvals/view.ts'

// What administrators see of users: never a password, a PIN or the passcode.

/** A user as the list shows them. */
const userCardView = z.extend(
  z.pick(meView, { id: true, name: true, email: true, role: true, country: true, avatar: true }),
  {
    state: z.enum(accountStates),
    /** False while the account is waiting or deactivated. */
    isActive: z.boolean(),
    createdAt: moment,
    /** The main account. */
    account: z.pick(accountView, { number: true, currency: true, balance: true }),
    /** The number of the further account that the search found; null where it found the user or the main account. */
    accountNumber: z.nullable(accountNumber),
  },
)

/** A page of the users, in the requested order. */
export const userPage = z.object({
  users: z.array(userCardView),
  /** How many match; null when not all of them were counted, which ends at 50,000, and at 1,000 for a search. */
  total: z.nullable(z.number()),
  /** How many were counted: at least so many match. */
  atLeast: z.number(),
  nextCursor: z.nullable(z.string()),
})

/** What became of each change of several, in the order of the request. */
export const activationResults = z.object({
  results: z.array(
    z.object({
      userId: z.uuid(),
      /** Why the bank refused the change; null when it made it, or had made it before. */
      refusal: z.nullable(z.object({ code: z.string(), detail: z.string() })),
    }),
  ),
})

/** What staff do not read of a user, or read in another form. */
const ofCaller = { account: true, undoSeconds: true, transferLimit: true } as const

/** One user with their accounts and the full numbers. */
export const userDetailsView = z.extend(z.omit(meView, ofCaller), {
  createdAt: moment,
  passwordSetAt: moment,
  /** When a temporary password or PIN expires; null once the user chose both. */
  temporarySecretsUntil: z.nullable(moment),
  /** Goes up with each change of the details. A correction states the version it is based on. */
  profileVersion: z.number(),
  /** A new address that is not confirmed yet, and when its link expires; null when there is none. */
  pendingEmail: z.nullable(pendingEmailView),
  /** When the user or staff confirmed the address; null before that. */
  emailConfirmedAt: z.nullable(moment),
  /** How the user signs in and confirms payments. */
  signIn: z.object({
    /** False before a PIN is chosen, and after a temporary one has expired. */
    hasPin: z.boolean(),
    /** Until when the PIN is locked after wrong ones; null when it is not. */
    lockedUntil: z.nullable(moment),
    /** Since when two-factor is on; null when it is off. */
    twoFactorSince: z.nullable(moment),
    /** The open sessions, by last activity. */
    sessions: z.array(z.omit(listedSession, { isCurrent: true })),
  }),
  /** The main account. */
  account: accountView,
  /** All of them: the main one, then the others, oldest first. */
  accounts: z.array(accountView),
  /** The last deactivation of each account that an administrator has deactivated and that has not been activated since. */
  deactivations: z.array(
    z.object({
      accountNumber,
      at: moment,
      by: z.nullable(z.string()),
      /** Null for one that undid an activation. */
      reason: z.nullable(z.string()),
    }),
  ),
  /** The most one funding may move. */
  fundingLimit: decimal,
  /** The amount above which a funding by the caller waits for a second person; null where there is none. */
  approvalAbove: z.nullable(decimal),
  /** What waits for a second person about this user, the longest waiting first. */
  approvals: z.array(approvalView),
})

export type UserCardView = z.output<typeof userCardView>
export type UserPage = z.output<typeof userPage>
export type UserDetailsView = z.output<typeof userDetailsView>
