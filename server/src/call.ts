import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '@bank/contract/endpoint'
import type { Bank } from './bank.ts'
import type { Session } from './sessions/session.ts'

/** The caller: the user of an open session, with the account and the time limits of the session. */
export type Actor = Session & {
  /** When the session ends without further activity. */
  readonly idleEndsAt: Date
  /** Until when the session is elevated; null when it is not. */
  readonly elevatedUntil: Date | null
}

/** Where a request comes from. */
export type Origin = {
  /** The caller's address, as the connection or a trusted proxy states it. */
  readonly ip: string
  /** The /24 of an IPv4 address, the /64 of an IPv6 one. */
  readonly network: string
  readonly userAgent: string
  /** True for a request from this machine, under a loopback name and without a proxy. */
  readonly isLoopback: boolean
  /** The cookie that identifies a known device, as sent. */
  readonly deviceTokens: string | undefined
  /** The SHA-256 of the session cookie, as sent: it need not open a session. */
  readonly sessionKey: string | undefined
}

/** Sets headers and cookies of the answer. */
export type AnswerHeaders = {
  readonly header: (name: string, value: string) => void
  readonly openSession: (token: string) => void
  readonly closeSession: () => void
  readonly rememberDevice: (tokens: string) => void
}

/** The caller of an endpoint: never null where its audience has to be signed in. */
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
  readonly answer: AnswerHeaders
  /** Aborted when the caller disconnects before the answer is complete. */
  readonly signal: AbortSignal
}
