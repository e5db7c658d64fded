import type { IncomingMessage } from 'node:http'
import { Refusal } from '../../refusal.ts'

/**
 * Refuses (`malformed`) requests that a proxy in front may read differently: two Host headers, HTTP/0.9, which has no headers, and a
 * question with a body, which has no meaning (RFC 9110, section 9.3.1).
 */
export function requireUnambiguousRequest(request: IncomingMessage): void {
  const { rawHeaders, httpVersionMajor, method, headers } = request
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  const isQuestion = method === 'GET' || method === 'HEAD'
  if (hosts > 1 || httpVersionMajor < 1 || (isQuestion && hasBody)) throw new Refusal('malformed')
}
