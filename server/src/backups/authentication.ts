import { createHash, createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { RotatingKey } from '../keys/derive-keys.ts'

const shape = z.object({ keyId: z.string(), hmac: z.string() })

/** What a file of the bank says, and what kind of file it is. */
type Content = { readonly kind: 'manifest' | 'segment'; readonly content: unknown }

/** Shows that a bank with a certain SECRET_KEY wrote a content: the id of that key, and HMAC-SHA-256 in hexadecimal. */
export function authenticate(written: Content, { id, current }: RotatingKey): z.infer<typeof shape> {
  return { keyId: id, hmac: hmacOf(written, current) }
}

/**
 * Throws a one-line error unless a bank with the key, or with the previous one, wrote the content of `file`. What is restored is run: a
 * database has functions, and PostgreSQL's files have commands.
 */
export function requireAuthentic(written: Content, found: unknown, key: RotatingKey, file: string): void {
  const authentication = shape.safeParse(found).data
  if (authentication === undefined) {
    throw new Error(
      `${file} is not authenticated: an earlier version of the bank wrote it, or it was changed. ` +
        'If only the bank could write there, add --unauthenticated.',
    )
  }
  const { hmac, keyId } = authentication
  if (
    [key.current, key.previous].some((known) => known !== undefined && isEqual(hmac, hmacOf(written, known)))
  ) {
    return
  }
  throw new Error(
    keyId === key.id
      ? `The backup is damaged or forged: ${file} is not as the bank wrote it.`
      : `SECRET_KEY is not the key of this backup: set the key that the bank had when it wrote ${file}. ` +
          'Where the key was replaced since then, set both, one as SECRET_KEY_PREVIOUS.',
  )
}

/** SHA-256 of a content, which shows damage. */
export function sumOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}

function hmacOf({ kind, content }: Content, key: KeyObject): string {
  return createHmac('sha256', key)
    .update(`${kind} ${JSON.stringify(content)}`)
    .digest('hex')
}

function isEqual(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}
