import type { Bank } from '../../bank.ts'
import type { RequestQueue } from '../connections/request-queue.ts'
import type { Cookies } from './cookies.ts'
import type { RateLimits } from './rate-limits.ts'

/** What every part of the HTTP server uses. */
export type HttpContext = {
  readonly bank: Bank
  readonly cookies: Cookies
  readonly limits: RateLimits
  readonly queue: RequestQueue
}
