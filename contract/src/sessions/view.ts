import * as z from 'zod/mini'
import { moment } from '../answer-formats.ts'
import { roles } from '../roles/role.ts'

/** A session: its user, and until when it stays open without activity. */
export const sessionView = z.object({
  user: z.object({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    /** True while the e-mail is not confirmed; missing otherwise. */
    isEmailUnconfirmed: z.optional(z.boolean()),
    /** What the session may work as: also `customer` for an administrator whose account was deactivated. */
    role: z.enum(roles),
  }),
  /** When the user signed in: a session also has a longest duration, however much it is used. */
  signedInAt: moment,
  /** When the session ends without further activity. */
  idleEndsAt: moment,
  /** Until when the back office is open; null when the passcode has not been entered. */
  elevatedUntil: z.nullable(moment),
  /** Which temporary secrets the user must replace first; null when the user chose both. */
  temporarySecrets: z.nullable(z.object({ password: z.boolean(), pin: z.boolean() })),
  /** The bank requires two-factor authentication, and the user has yet to set it up: until then nothing else is allowed. */
  lacksSecondFactor: z.boolean(),
  /**
   * The key, 256 bits in base64, under which a browser stores drafts of this user. The same in each session of the user; missing
   * with temporary secrets and without a required second factor. To be kept in memory only.
   */
  draftKey: z.optional(z.string()),
})

/** One of the user's open sessions. The id only names it: it is not the cookie. */
export const listedSession = z.object({
  id: z.uuid(),
  /** The browser and the kind of device, such as Safari on iPhone; Other when the browser is not known. */
  browser: z.string(),
  /** The network it was opened from: a /24 or a /64, never a whole address. Empty when it is not known. */
  network: z.string(),
  signedInAt: moment,
  lastSeenAt: moment,
  /** True for the session that sent the request. */
  isCurrent: z.boolean(),
})

/** The user's open sessions: the current one first, then by last activity. */
export const sessionList = z.object({ sessions: z.array(listedSession) })

/** The password was correct and a code is required as well: the user is not signed in yet. */
const secondStepView = z.object({
  secondStep: z.object({
    /** Identifies this sign-in when the code is sent. */
    challenge: z.string(),
    /** After this the sign-in has to begin again. */
    endsAt: moment,
  }),
})

/** The answer to e-mail and password: a session, or the request for a code. */
export const signInView = z.union([sessionView, secondStepView])

/** The users a visitor can sign in as in demo mode. */
export const demoPeopleView = z.object({
  people: z.array(
    z.object({ name: z.string(), email: z.string(), password: z.string(), role: z.enum(roles) }),
  ),
})

export type SessionView = z.output<typeof sessionView>
export type ListedSession = z.output<typeof listedSession>
export type SessionList = z.output<typeof sessionList>
export type SecondStepView = z.output<typeof secondStepView>
export type DemoPeopleView = z.output<typeof demoPeopleView>
