import type { IncomingMessage } from 'node:http'
import { Refusal } from '../../refusal.ts'

/**
 * Refuses (`malformed`) what programs on the way may read in another way than we do: a request with two Host headers, and
 * one in HTTP/0.9, which has no headers at all.
 */
export function requireOneReading({ rawHeaders, httpVersionMajor }: IncomingMessage): void {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  if (hosts > 1 || httpVersionMajor < 1) throw new Refusal('malformed')
}
