import { type IncomingHttpHeaders, request } from 'node:http'
import { type RequestOptions, request as secureRequest } from 'node:https'
import { text } from 'node:stream/consumers'

type Received = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string }

/**
 * Sends an HTTP request with half of the work of `fetch`: its sender shares the cores with the bank. Rejects with the error of the
 * connection.
 */
export function send(
  url: string,
  { body, ...options }: RequestOptions & { readonly body?: string | undefined },
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sent = (url.startsWith('https:') ? secureRequest : request)(url, options, (answer) => {
      const { statusCode: status = 0, headers } = answer
      text(answer).then((received) => resolve({ status, headers, body: received }), reject)
    })
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')))
    sent.on('error', reject).end(body)
  })
}
