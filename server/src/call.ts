import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '@bank/contract/endpoint'
import type { Bank } from './bank.ts'
import type { Session } from './sessions/session.ts'

/** Who is calling: the owner of an open session, with the account they own and the time limits of the session. */
export type Actor = Session & {
  /** When the session ends if nothing is done until then. */
  readonly idleEndsAt: Date
  /** Until when administrator's work is open; null when it is not. */
  readonly elevatedUntil: Date | null
}

/** Where a call comes from. */
export type Origin = {
  /** The address of the caller, or of whoever a trusted proxy speaks for. */
  readonly ip: string
  /** The caller's network: the /24 of an IPv4 address, the /64 of an IPv6 one. */
  readonly network: string
  readonly userAgent: string
  /** True for this very machine, with no proxy in between and under a name of its own. */
  readonly isLoopback: boolean
  /** The cookie by which a device is known to those who have signed in with it before, as it was sent. */
  readonly deviceTokens: string | undefined
}

/** What a verb may say besides its answer. */
export type Answer = {
  readonly header: (name: string, value: string) => void
  /** Gives the browser the session's cookie. */
  readonly openSession: (token: string) => void
  /** Takes the session's cookie back. */
  readonly closeSession: () => void
  /** Lets the bank know this browser again. */
  readonly rememberDevice: (tokens: string) => void
}

/** The caller: null is possible only where an endpoint's audience need not be signed in. */
export type ActorOf<E extends Endpoint> = E['audience']['signedIn'] extends true ? Actor : Actor | null

/** A request after authorisation and validation: what every verb takes. */
export type Call<E extends Endpoint> = {
  readonly bank: Bank
  readonly actor: ActorOf<E>
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  /** The body, with the form's rules applied. */
  readonly input: BodyOf<E>
  readonly now: Date
  readonly origin: Origin
  readonly answer: Answer
}
