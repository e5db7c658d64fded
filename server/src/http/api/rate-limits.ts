import type { Endpoint } from '@bank/contract/endpoint'
import type { RefusalCode } from '@bank/contract/errors'
import { perHour, perMinute, type RateLimit } from '@bank/contract/rate-limits'
import type { onRequestHookHandler } from 'fastify'
import type { Config } from '../../config/config.ts'
import { Refusal } from '../../refusal.ts'
import { countedAddress, isLoopbackAddress } from './origin.ts'
import { openTokenBuckets, type TokensLeft } from './token-buckets.ts'

/** An endpoint, or what else states its limit. */
type Limited = Pick<Endpoint, 'limit'>

/** Requests that no endpoint answers. */
export type OtherRequest =
  | 'report'
  | 'page'
  | 'file'
  | 'document'
  | 'preflight'
  | 'gateway'
  | 'health'
  | 'metrics'
  | 'unknown'

const others: Readonly<Record<OtherRequest, RateLimit>> = {
  report: { name: 'report', address: [perMinute(30)] },
  // A browser loads one page when the bank is opened: 100 people behind one address in the morning stay below.
  page: { name: 'page', address: [perMinute(300)] },
  // Scripts, styles and fonts: about 20 with the first page, none later.
  file: { name: 'file', address: [perMinute(6_000)] },
  document: { name: 'document', address: [perMinute(120)] },
  // Of pages on other origins: one for each path in ten minutes.
  preflight: { name: 'preflight', address: [perMinute(600)] },
  // Before the look-ups of a call of the hosted backend; the use cases that it runs count too.
  gateway: { name: 'gateway', address: [perMinute(1_200)] },
  health: { name: 'health', address: [perMinute(600)] },
  metrics: { name: 'metrics', address: [perMinute(120)] },
  // Unknown paths, methods that a path does not have, malformed URLs.
  unknown: { name: 'unknown', address: [perMinute(300)] },
}

/** Wrong PINs, passcodes, codes and passwords from one address, for any user. Correct ones do not count. */
const wrongSecrets: RateLimit = { name: 'secret', address: [perHour(20)] }
const secretRefusals = new Set<RefusalCode>([
  'pin_incorrect',
  'current_pin_incorrect',
  'pin_locked',
  'passcode_incorrect',
  'password_incorrect',
  'code_incorrect',
  'recovery_code_incorrect',
  'email_code_incorrect',
])

export type RateLimits = {
  /** Counts a request from an address. Returns the `RateLimit` header; throws `too_many_attempts`. Times in milliseconds. */
  readonly countAddress: (request: Limited | OtherRequest, ip: string, now: number) => string | undefined
  /** An `onRequest` hook that counts a request no endpoint answers. `clock` in milliseconds since 1970. */
  readonly counted: (request: OtherRequest, clock: () => number) => onRequestHookHandler
  /** Counts a call of a user. Returns the `RateLimit` header; throws `too_many_attempts`. */
  readonly countUser: (request: Limited, userId: string, now: number) => string | undefined
  /** Counts a successful call of a user. */
  readonly countSuccess: (endpoint: Endpoint, userId: string, now: number) => void
  /** Counts a wrong PIN, passcode, code or password; other errors do not count. */
  readonly countFailure: (error: unknown, ip: string, now: number) => void
}

/** The rate limits of this process. They count nothing when RATE_LIMITS is off; limits by address skip loopback addresses without RATE_LIMITS_LOOPBACK. */
export function openRateLimits({
  rateLimits: isOn,
  rateLimitsLoopback: countsLoopback,
}: Pick<Config, 'rateLimits' | 'rateLimitsLoopback'>): RateLimits {
  const buckets = openTokenBuckets()
  const counts = (ip: string) => isOn && (countsLoopback || !isLoopbackAddress(ip))
  function countAddress(request: Limited | OtherRequest, ip: string, now: number): string | undefined {
    if (!counts(ip)) return undefined
    const address = countedAddress(ip)
    const limit = typeof request === 'object' ? request.limit : others[request]
    if (limit.triesSecret) {
      requireTokens(wrongSecrets, buckets.peek(`secret ${address}`, wrongSecrets.address, now))
    }
    return header(limit, buckets.take(`${limit.name} ${address}`, limit.address, now))
  }
  return {
    countAddress,
    counted: (what, clock) => (request, _reply, done) => {
      countAddress(what, request.ip, clock())
      done()
    },
    countUser({ limit }, userId, now) {
      if (!isOn || !limit.user) return undefined
      if (limit.success) {
        requireTokens(limit, buckets.peek(`${limit.name} success ${userId}`, limit.success, now))
      }
      return header(limit, buckets.take(`${limit.name} ${userId}`, limit.user, now))
    },
    countSuccess({ limit }, userId, now) {
      if (isOn && limit.success) buckets.take(`${limit.name} success ${userId}`, limit.success, now)
    },
    countFailure(error, ip, now) {
      if (!(error instanceof Refusal) || !secretRefusals.has(error.code) || !counts(ip)) return
      buckets.take(`secret ${countedAddress(ip)}`, wrongSecrets.address, now)
    },
  }
}

function header(limit: RateLimit, left: TokensLeft): string {
  requireTokens(limit, left)
  return `"${limit.name}";r=${left.count}`
}

function requireTokens({ name }: RateLimit, { waitSeconds }: TokensLeft): void {
  if (waitSeconds === 0) return
  throw new Refusal('too_many_attempts', {
    limit: name,
    minutes: Math.ceil(waitSeconds / 60),
    retryAfterSeconds: waitSeconds,
  })
}
