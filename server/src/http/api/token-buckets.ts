import type { Rate } from '@bank/contract/rate-limits'

/** The tokens left for one key: `waitSeconds` is 0 while there is at least one. */
export type TokensLeft = { readonly count: number; readonly waitSeconds: number }

export type TokenBuckets = {
  /** Takes one token of each rate, or none when one of them is empty. `now` in milliseconds. */
  readonly take: (key: string, rates: readonly Rate[], now: number) => TokensLeft
  /** What `take` would return, without taking. */
  readonly peek: (key: string, rates: readonly Rate[], now: number) => TokensLeft
}

// 100,000 keys take about 20 MB. An attack from more addresses has to be stopped by the network in front.
const keysMax = 100_000

/** Token buckets in this process's memory, refilled as time passes. */
export function openTokenBuckets(): TokenBuckets {
  const buckets = new Map<string, { tokens: number; at: number; rate: Rate }>()

  function bucketOf(key: string, rate: Rate, now: number) {
    const id = `${key} ${rate.seconds}`
    const bucket = buckets.get(id) ?? { tokens: rate.count, at: now, rate }
    bucket.tokens = refilled(bucket, now)
    bucket.at = now
    buckets.set(id, bucket)
    return bucket
  }

  function peek(key: string, rates: readonly Rate[], now: number): TokensLeft {
    let left: TokensLeft = { count: Number.POSITIVE_INFINITY, waitSeconds: 0 }
    for (const rate of rates) {
      const { tokens } = bucketOf(key, rate, now)
      const waitSeconds = tokens >= 1 ? 0 : Math.ceil(((1 - tokens) * rate.seconds) / rate.count)
      if (waitSeconds > left.waitSeconds || tokens < left.count) {
        left = { count: Math.floor(tokens), waitSeconds: Math.max(waitSeconds, left.waitSeconds) }
      }
    }
    return left
  }

  function forgetFull(now: number): void {
    for (const [id, bucket] of buckets) {
      if (refilled(bucket, now) >= bucket.rate.count) buckets.delete(id)
    }
    // Still too many: the oldest are dropped, which resets their count.
    for (const id of buckets.keys()) {
      if (buckets.size <= keysMax) break
      buckets.delete(id)
    }
  }

  return {
    peek,
    take(key, rates, now) {
      if (buckets.size > keysMax) forgetFull(now)
      const left = peek(key, rates, now)
      if (left.waitSeconds > 0) return left
      for (const rate of rates) bucketOf(key, rate, now).tokens -= 1
      return { count: left.count - 1, waitSeconds: 0 }
    },
  }
}

function refilled({ tokens, at, rate }: { tokens: number; at: number; rate: Rate }, now: number): number {
  // A clock that was set back refills nothing.
  const passed = Math.max(0, now - at) / 1000
  return Math.min(rate.count, tokens + (passed * rate.count) / rate.seconds)
}
