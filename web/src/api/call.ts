import type { AnswerOf, BodyInputOf, Endpoint, QueryInputOf } from '@bank/contract/endpoint'
import type { Problem } from '@bank/contract/errors'
import { addressOf } from '@bank/contract/pages'
import { noteBankBuild } from './bank-build.ts'
import { noteServerTime } from './bank-clock.ts'

export type CallOptions<E extends Endpoint> = {
  /** The value of each `:name` in the path. */
  params?: Readonly<Record<string, string>>
  query?: QueryInputOf<E>
  body?: BodyInputOf<E>
  signal?: AbortSignal
}

/** Calls an endpoint. Throws a `Problem` when the bank refuses, and what `fetch` throws when it cannot be reached. */
export async function call<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E> = {},
): Promise<AnswerOf<E>> {
  const response = await fetch(requestAddress(endpoint, options), {
    method: endpoint.method,
    headers: {
      accept: 'application/json',
      ...(options.body !== undefined && { 'content-type': typeOf(options.body) }),
    },
    ...(options.body !== undefined && { body: bytesOf(options.body) }),
    ...(options.signal && { signal: options.signal }),
  })
  return answerOf<E>(response)
}

/** The answer in a response of an endpoint. Throws like `call`. */
export async function answerOf<E extends Endpoint>(response: Response): Promise<AnswerOf<E>> {
  noteServerTime(response)
  noteBankBuild(response)
  if (response.ok) return (response.status === 204 ? undefined : await response.json()) as AnswerOf<E>
  throw await errorIn(response)
}

/** What has arrived of a file. `bytesTotal` is known where the bank has stated the length. */
export type Arrived = {
  readonly bytes: number
  readonly bytesTotal: number | undefined
  readonly lines: number
}

/**
 * Downloads a file, with the name that the bank gives it. `onArrived` is called after each piece. Throws like `call`, also when
 * the connection ends before the file does.
 */
export async function download<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
  onArrived?: (arrived: Arrived) => void,
): Promise<{ name: string; content: Blob }> {
  const response = await fetch(requestAddress(endpoint, options), {
    ...(options.signal && { signal: options.signal }),
  })
  noteServerTime(response)
  noteBankBuild(response)
  if (!response.ok) throw await errorIn(response)
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  const content = await (onArrived ? counted(response, onArrived) : response).blob()
  return { name: name ?? 'download', content }
}

/** The same response, whose pieces are counted as they are read. */
function counted({ body, headers }: Response, onArrived: (arrived: Arrived) => void): Response {
  const lineEnd = 10
  const bytesTotal = Number(headers.get('content-length')) || undefined
  let bytes = 0
  let lines = 0
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      bytes += piece.length
      for (let at = piece.indexOf(lineEnd); at >= 0; at = piece.indexOf(lineEnd, at + 1)) lines++
      onArrived({ bytes, bytesTotal, lines })
      controller.enqueue(piece)
    },
  })
  return new Response(body!.pipeThrough(count), { headers })
}

/** The error in a failed response: a `Problem` if it is the bank's. */
async function errorIn(response: Response): Promise<Problem | Error> {
  if (response.headers.get('content-type')?.startsWith('application/problem+json')) {
    // A proxy's problem may say nothing about fields.
    return { errors: [], ...((await response.json()) as Omit<Problem, 'errors'>) }
  }
  return new Error(`answered ${response.status}`)
}

/** A file is sent unchanged, any other body as JSON. */
function typeOf(body: unknown): string {
  return body instanceof Blob ? body.type : 'application/json'
}

function bytesOf(body: unknown): Blob | string {
  return body instanceof Blob ? body : JSON.stringify(body)
}

/** The address of an endpoint's request. */
export function requestAddress<E extends Endpoint>({ path }: E, { params, query }: CallOptions<E>): string {
  return addressOf(path, { ...(query as object | undefined), ...params })
}
