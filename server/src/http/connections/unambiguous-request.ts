import type { IncomingMessage } from 'node:http'
import { Refusal } from '../../refusal.ts'

/**
 * Refuses (`malformed`) requests that a proxy in front may read differently: two Host headers, and HTTP/0.9, which has no
 * headers.
 */
export function requireUnambiguousRequest({ rawHeaders, httpVersionMajor }: IncomingMessage): void {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  if (hosts > 1 || httpVersionMajor < 1) throw new Refusal('malformed')
}
