import type { AnswerOf, Endpoint, SentBodyOf, SentQueryOf } from '@bank/contract/endpoint'
import type { Problem } from '@bank/contract/errors'
import { noteServerTime } from './bank-clock.ts'

type Sent<E extends Endpoint> = {
  /** What stands for each `:name` of the path. */
  params?: Readonly<Record<string, string>>
  query?: SentQueryOf<E>
  body?: SentBodyOf<E>
  signal?: AbortSignal
}

/** Asks the bank for something. Throws a `Problem` when it says no, and whatever `fetch` throws when it cannot be reached. */
export async function call<E extends Endpoint>(endpoint: E, sent: Sent<E> = {}): Promise<AnswerOf<E>> {
  const response = await fetch(addressOf(endpoint, sent), {
    method: endpoint.method,
    headers: {
      accept: 'application/json',
      ...(sent.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
    ...(sent.signal && { signal: sent.signal }),
  })
  return answerOf<E>(response)
}

/** What a response to an endpoint says. Throws like `call`. */
export async function answerOf<E extends Endpoint>(response: Response): Promise<AnswerOf<E>> {
  noteServerTime(response)
  if (response.ok) return (response.status === 204 ? undefined : await response.json()) as AnswerOf<E>
  if (response.headers.get('content-type')?.startsWith('application/problem+json')) {
    throw (await response.json()) as Problem
  }
  throw new Error(`answered ${response.status}`)
}

function addressOf<E extends Endpoint>(
  endpoint: E,
  { params = {}, query = {} as SentQueryOf<E> }: Sent<E>,
): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) asked.set(name, String(value))
  }
  return asked.size > 0 ? `${path}?${asked}` : path
}
