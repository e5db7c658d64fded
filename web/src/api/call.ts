import type { AnswerOf, BodyInputOf, Endpoint, QueryInputOf } from '@bank/contract/endpoint'
import type { Problem } from '@bank/contract/errors'
import { noteBankBuild } from './bank-build.ts'
import { noteServerTime } from './bank-clock.ts'

type Sent<E extends Endpoint> = {
  /** What stands for each `:name` of the path. */
  params?: Readonly<Record<string, string>>
  query?: QueryInputOf<E>
  body?: BodyInputOf<E>
  signal?: AbortSignal
}

/** Asks the bank for something. Throws a `Problem` when it says no, and whatever `fetch` throws when it cannot be reached. */
export async function call<E extends Endpoint>(endpoint: E, sent: Sent<E> = {}): Promise<AnswerOf<E>> {
  const response = await fetch(addressOf(endpoint, sent), {
    method: endpoint.method,
    headers: {
      accept: 'application/json',
      ...(sent.body !== undefined && { 'content-type': typeOf(sent.body) }),
    },
    ...(sent.body !== undefined && { body: bytesOf(sent.body) }),
    ...(sent.signal && { signal: sent.signal }),
  })
  return answerOf<E>(response)
}

/** What a response to an endpoint says. Throws like `call`. */
export async function answerOf<E extends Endpoint>(response: Response): Promise<AnswerOf<E>> {
  noteServerTime(response)
  noteBankBuild(response)
  if (response.ok) return (response.status === 204 ? undefined : await response.json()) as AnswerOf<E>
  throw await errorIn(response)
}

/** Asks the bank for a file, with the name it gives it. Throws like `call`. */
export async function download<E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
): Promise<{ name: string; content: Blob }> {
  const response = await fetch(addressOf(endpoint, sent), { ...(sent.signal && { signal: sent.signal }) })
  noteServerTime(response)
  noteBankBuild(response)
  if (!response.ok) throw await errorIn(response)
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return { name: name ?? 'download', content: await response.blob() }
}

/** What a response that went wrong says: a `Problem` when it is the bank that says no. */
async function errorIn(response: Response): Promise<Problem | Error> {
  if (response.headers.get('content-type')?.startsWith('application/problem+json')) {
    return (await response.json()) as Problem
  }
  return new Error(`answered ${response.status}`)
}

/** A file goes as it is, everything else as JSON. */
function typeOf(body: unknown): string {
  return body instanceof Blob ? body.type : 'application/json'
}

function bytesOf(body: unknown): Blob | string {
  return body instanceof Blob ? body : JSON.stringify(body)
}

function addressOf<E extends Endpoint>(
  endpoint: E,
  { params = {}, query = {} as QueryInputOf<E> }: Sent<E>,
): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) asked.set(name, String(value))
  }
  return asked.size > 0 ? `${path}?${asked}` : path
}
