import type { BodyOf, Endpoint, GivenAnswerOf, ParamsOf, QueryOf } from '@bank/contract/endpoint'
import type { endpoints } from '@bank/contract/endpoints'
import type { gatewayEndpoints } from '@bank/contract/gateway/endpoints'
import type { Right } from '@bank/contract/roles/rights'
import type { Bank } from './bank.ts'
import type { Session } from './sessions/session.ts'

/** The caller: the user of an open session, with the account. */
export type Actor = Session & {
  /** Until when the session is elevated; null when it is not. */
  readonly elevatedUntil: Date | null
  /** The session was read for an earlier request: the books verify it. */
  readonly isRecalled: boolean
}

/** The caller of an endpoint for staff, admitted by a right, which is asked for again when the act is committed. */
export type StaffActor = Actor & { readonly may: Right }

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
export type ActorOf<E extends Endpoint> = E['audience'] extends { may: Right }
  ? StaffActor
  : E['audience']['signedIn'] extends true
    ? Actor
    : Actor | null

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
  /** The signal that is aborted when the caller disconnects before the answer is complete. Made when it is asked for, which few do. */
  readonly signalOf: () => AbortSignal
}

/** The use case that answers an endpoint. */
export type UseCase<E extends Endpoint> = (call: Call<E>) => Promise<GivenAnswerOf<E>>

/** The use case that answers the endpoint of the API with this name. */
export type Verb<Name extends keyof typeof endpoints> = UseCase<(typeof endpoints)[Name]>

/** The same of the gateway. */
export type GatewayVerb<Name extends keyof typeof gatewayEndpoints> = UseCase<(typeof gatewayEndpoints)[Name]>
