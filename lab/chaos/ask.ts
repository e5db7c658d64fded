import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'

export type Answer = {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** An HTTP request to the bank. */
export type BankRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  /** The session's cookie, `sid=…`. */
  readonly cookie?: string | undefined
  readonly body?: unknown
}

// Longer than the bank takes to answer at most, so that no answer is missed.
const timeoutMilliseconds = 20_000

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

/** Sends a request to the bank at `address`. Undefined when no answer came: the outcome is unknown then. */
export function ask(
  address: string,
  { method, path, cookie, body }: BankRequest,
): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const json = body === undefined ? undefined : JSON.stringify(body)
    const sent = request(
      `${address}${path}`,
      {
        agent,
        method,
        timeout: timeoutMilliseconds,
        headers: {
          ...(cookie !== undefined && { cookie }),
          ...(json !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(json),
          }),
        },
      },
      (response) => {
        const { statusCode: status = 0, headers } = response
        text(response).then(
          (received) => {
            const parsed = parse(received)
            resolve(parsed && { status, body: parsed, headers })
          },
          () => resolve(undefined),
        )
      },
    )
    sent.on('timeout', () => sent.destroy())
    sent.on('error', () => resolve(undefined))
    sent.end(json)
  })
}

/** The new cookie of an answer, `sid=…`. */
export function sessionOf({ headers }: Answer): string | undefined {
  const cookies = headers['set-cookie']
  return (Array.isArray(cookies) ? cookies : [])
    .map((cookie) => cookie.split(';')[0]!)
    .find((cookie) => /^sid=./.test(cookie))
}

function parse(received: string): Answer['body'] | undefined {
  if (received === '') return {}
  try {
    return JSON.parse(received) as Answer['body']
  } catch {
    return undefined
  }
}
