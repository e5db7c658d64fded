import { hash } from 'node:crypto'

/**
 * The id of a transaction that is derived from a text: a UUID of version 8 (RFC 9562 §5.8), the same whenever it is made, so
 * that two processes, or a process that starts again, move the money once.
 */
export function derivedId(text: string): string {
  const digest = hash('sha256', text)
  const parts = [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
  ]
  return [...parts, digest.slice(20, 32)].join('-')
}
