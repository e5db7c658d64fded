/** So many in so many seconds; in bursts up to all of them at once. */
export type Rate = { readonly count: number; readonly seconds: number }

/** What is left for one key: `waitSeconds` is 0 while there is something. */
export type Left = { readonly count: number; readonly waitSeconds: number }

export type TokenBuckets = {
  /** Takes one token of each rate, or none when one of them has none left. `now` in milliseconds. */
  readonly take: (key: string, rates: readonly Rate[], now: number) => Left
  /** What a `take` would say, without taking. */
  readonly look: (key: string, rates: readonly Rate[], now: number) => Left
}

// A hundred thousand keys are some 20 MB: an attack with more addresses is for the network in front of us.
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

  function look(key: string, rates: readonly Rate[], now: number): Left {
    let left: Left = { count: Number.POSITIVE_INFINITY, waitSeconds: 0 }
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
    // Still too many: the oldest go, which forgives them.
    for (const id of buckets.keys()) {
      if (buckets.size <= keysMax) break
      buckets.delete(id)
    }
  }

  return {
    look,
    take(key, rates, now) {
      if (buckets.size > keysMax) forgetFull(now)
      const left = look(key, rates, now)
      if (left.waitSeconds > 0) return left
      for (const rate of rates) bucketOf(key, rate, now).tokens -= 1
      return { count: left.count - 1, waitSeconds: 0 }
    },
  }
}

function refilled({ tokens, at, rate }: { tokens: number; at: number; rate: Rate }, now: number): number {
  // A clock that is set back refills nothing.
  const passed = Math.max(0, now - at) / 1000
  return Math.min(rate.count, tokens + (passed * rate.count) / rate.seconds)
}
