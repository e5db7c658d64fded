import * as z from 'zod/mini'
import type { RefusalCode } from './errors.ts'

export type Schema = z.ZodMiniType

/**
 * One thing that can be asked of the bank, as data. From it come the server's validation, the browser's typed
 * client and the OpenAPI document.
 */
export type Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Answer extends Schema | undefined = Schema | undefined,
> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `:name` for each parameter. */
  readonly path: string
  readonly summary: string
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** Of a body that is a file as it is, in place of JSON; its schema is then `fileBytes`. */
  readonly file?: FileRules
  /** Absent where there is nothing to say: 204. */
  readonly answer?: Answer
  /** The media type of an answer that is a file as it is, in place of JSON; its schema is then `fileBytes` or `filePieces`. */
  readonly answerType?: string
  /** The same for everybody while the program runs, so that browsers may keep it. */
  readonly isFixed?: true
  readonly status: 200 | 201 | 204
  /** What it may refuse with, besides what any endpoint may. */
  readonly refusals: readonly RefusalCode[]
}

/** What a file that is sent must be before anybody looks into it. */
export type FileRules = {
  /** Its media types, exactly. */
  readonly types: readonly string[]
  readonly bytesMax: number
  /** How it is refused when it is something else, and when it is more. */
  readonly otherType: RefusalCode
  readonly tooLarge: RefusalCode
}

/** The bytes of a file. A browser sends one it has not read. Empty where nothing was sent. */
export const fileBytes = z.pipe(
  z.custom<Uint8Array | Blob>((value) => value instanceof Uint8Array),
  z.transform((value) => value as Uint8Array),
)

/** The pieces of a file that may be too long to stand in memory whole. */
export const filePieces = z.custom<AsyncIterable<string | Uint8Array>>()

type Understood<Part> = Part extends Schema ? z.output<Part> : undefined
type Sent<Part> = Part extends Schema ? z.input<Part> : undefined

// The parts are inferred rather than looked up: a look-up of an optional part is always "or undefined".
type Part<E extends Endpoint, Name extends keyof Endpoint> =
  E extends Partial<Record<Name, infer Found>> ? Found : undefined

export type ParamsOf<E extends Endpoint> = Understood<Part<E, 'params'>>
export type QueryOf<E extends Endpoint> = Understood<Part<E, 'query'>>
export type BodyOf<E extends Endpoint> = Understood<Part<E, 'body'>>
/** What the server gives, and the browser gets. */
export type AnswerOf<E extends Endpoint> = Understood<Part<E, 'answer'>>
/** What the browser sends. */
export type SentBodyOf<E extends Endpoint> = Sent<Part<E, 'body'>>
export type SentQueryOf<E extends Endpoint> = Sent<Part<E, 'query'>>

export function endpoint<
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
  Answer extends Schema | undefined = undefined,
>(definition: Endpoint<Params, Query, Body, Answer>): Endpoint<Params, Query, Body, Answer> {
  return definition
}
