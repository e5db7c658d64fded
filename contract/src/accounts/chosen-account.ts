import type * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'

/**
 * True for a request about one of the caller's accounts, which its query may name as `account` (`accountChoice`). An administrator
 * names an account of another user in the same way.
 */
export function isOfOwnAccount({ audience, query }: Endpoint): boolean {
  if (!audience.signedIn || audience.role !== 'customer' || !query) return false
  return 'account' in (query as unknown as z.ZodMiniObject).shape
}
