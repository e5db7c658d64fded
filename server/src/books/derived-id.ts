import { hash } from 'node:crypto'

/**
 * The id of a transaction or status change that is derived from a text: a UUID of version 8 (RFC 9562 §5.8), the same whenever it is
 * made, so that two processes, or a process that starts again, move the money once. The digest chooses one of the `variants`.
 */
export function derivedId(text: string, variants: '8' | typeof gatewayVariants = '8'): string {
  const digest = hash('sha256', text)
  const variant = variants[Number.parseInt(digest[16]!, 16) % variants.length]!
  const parts = [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`]
  return [...parts, variant + digest.slice(17, 20), digest.slice(20, 32)].join('-')
}

/** Of the ids that the gateway derives. They differ from the others in stored books, where a repeated request must find its own. */
export const gatewayVariants = '89ab'
