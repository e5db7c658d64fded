import { Agent, type IncomingHttpHeaders } from 'node:http'
import { send } from '../send.ts'

export type Answer = {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: IncomingHttpHeaders
}

/** An HTTP request to the bank. */
export type BankRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  /** The session's cookie, `sid=…`. */
  readonly cookie?: string | undefined
  readonly body?: unknown
  /** In milliseconds. */
  readonly timeout?: number
  /** Has the certificates of the connection, where it uses TLS. */
  readonly agent?: Agent
}

// Longer than the bank takes to answer at most, so that no answer is missed.
const usualTimeout = 20_000

const plain = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

/** Sends a request to the bank at `address`. Undefined when no answer came: the outcome is unknown then. */
export async function ask(
  address: string,
  { method, path, cookie, body, timeout = usualTimeout, agent = plain }: BankRequest,
): Promise<Answer | undefined> {
  const json = body === undefined ? undefined : JSON.stringify(body)
  const sentHeaders = { ...(cookie && { cookie }), ...(json && { 'content-type': 'application/json' }) }
  try {
    const answer = await send(address + path, { agent, method, timeout, headers: sentHeaders, body: json })
    return { ...answer, body: answer.body === '' ? {} : JSON.parse(answer.body) }
  } catch {
    return undefined
  }
}

/** The new cookie of an answer, `sid=…`. */
export function sessionOf({ headers }: Pick<Answer, 'headers'>): string | undefined {
  const cookies = headers['set-cookie']?.map((cookie) => cookie.split(';')[0]!)
  return cookies?.find((cookie) => /^sid=./.test(cookie))
}
