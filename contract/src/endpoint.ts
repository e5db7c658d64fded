import * as z from 'zod/mini'
import type { waitingAct } from './admin/approvals/waiting-act.ts'
import type { Audience } from './audience.ts'
import type { RefusalCode } from './errors.ts'
import { type RateLimit, usualLimit } from './rate-limits.ts'

export type Schema = z.ZodMiniType

/**
 * One request the bank answers, as data. The server's validation, authorisation and rate limits, the browser's typed
 * client and the OpenAPI document derive from it.
 */
export type Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Answer extends Schema | undefined = Schema | undefined,
  Callers extends Audience = Audience,
  MayWait extends true | undefined = true | undefined,
> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `:name` for each parameter. */
  readonly path: string
  readonly summary: string
  readonly audience: Callers
  readonly limit: RateLimit
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** For a body that is a file instead of JSON; its schema is `fileBytes`. */
  readonly file?: FileRules
  /** Absent for an empty answer: 204. */
  readonly answer?: Answer
  /** The media type of an answer that is a file instead of JSON; its schema is `fileBytes` or `filePieces`. */
  readonly answerType?: string
  /** The act may wait for a second person: then the status is 202, and the answer a `waitingAct`. */
  readonly mayWait?: MayWait
  /** A success sets a session cookie: of a new session, or a new one of the caller's session. */
  readonly setsCookie?: true
  /** The answer is the same for every caller while the program runs, so browsers may cache it. */
  readonly isFixed?: true
  /** 204 for an empty answer, 201 for the answer to a POST, 200 for any other. */
  readonly status: 200 | 201 | 204
  /** Its refusals, in addition to those of every endpoint and of its audience. */
  readonly refusals: readonly RefusalCode[]
}

/** The limits of an uploaded file, checked before its contents. */
export type FileRules = {
  /** The allowed media types, exactly. */
  readonly types: readonly string[]
  readonly bytesMax: number
  /** The refusal of another type, and of a larger file. */
  readonly otherType: RefusalCode
  readonly tooLarge: RefusalCode
}

/** A file: bytes on the server, a `Blob` in the browser. Empty where no body was sent. */
export const fileBytes = z.pipe(
  z.custom<Uint8Array | Blob>((value) => value instanceof Uint8Array),
  z.transform((value) => value as Uint8Array),
)

/** A file in pieces, for one that may be too long for memory. */
export const filePieces = z.custom<AsyncIterable<string | Uint8Array>>()

type OutputOf<Rule> = Rule extends Schema ? z.output<Rule> : undefined
type InputOf<Rule> = Rule extends Schema ? z.input<Rule> : undefined

// Inferred rather than looked up: the type of an optional field always includes undefined.
type RuleOf<E extends Endpoint, Field extends keyof Endpoint> =
  E extends Partial<Record<Field, infer Rule>> ? Rule : undefined

export type ParamsOf<E extends Endpoint> = OutputOf<RuleOf<E, 'params'>>
export type QueryOf<E extends Endpoint> = OutputOf<RuleOf<E, 'query'>>
export type BodyOf<E extends Endpoint> = OutputOf<RuleOf<E, 'body'>>
/** The answer as the browser gets it. */
export type AnswerOf<E extends Endpoint> = OutputOf<RuleOf<E, 'answer'> | WaitingRuleOf<E>>
/** The answer as the server gives it, before it is JSON. */
export type GivenAnswerOf<E extends Endpoint> = InputOf<RuleOf<E, 'answer'> | WaitingRuleOf<E>>

type WaitingRuleOf<E extends Endpoint> = true extends RuleOf<E, 'mayWait'> ? typeof waitingAct : never

/** The body and the query as the browser sends them, before the rules are applied. */
export type BodyInputOf<E extends Endpoint> = InputOf<RuleOf<E, 'body'>>
export type QueryInputOf<E extends Endpoint> = InputOf<RuleOf<E, 'query'>>

/**
 * An endpoint. Unless it states a method, it is a GET; unless it states a limit, it has the usual one; unless it states refusals, it
 * has none of its own.
 */
export function endpoint<
  const Callers extends Audience,
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
  Answer extends Schema | undefined = undefined,
  const MayWait extends true | undefined = undefined,
>(
  definition: Omit<
    Endpoint<Params, Query, Body, Answer, Callers, MayWait>,
    'method' | 'limit' | 'status' | 'refusals'
  > &
    Partial<Pick<Endpoint, 'method' | 'limit' | 'refusals'>>,
): Endpoint<Params, Query, Body, Answer, Callers, MayWait> {
  const { method = 'GET', answer } = definition
  const status = answer === undefined ? 204 : method === 'POST' ? 201 : 200
  return { limit: usualLimit, refusals: [], ...definition, method, status }
}
