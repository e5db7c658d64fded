/** `count` requests in `seconds`, as a token bucket: up to all of them at once, refilled evenly. */
export type Rate = { readonly count: number; readonly seconds: number }

/** How often an endpoint may be called; above it `too_many_attempts` is refused. */
export type RateLimit = {
  /** Endpoints with the same name share the buckets. Stands in the `RateLimit` header. */
  readonly name: string
  /** All calls from one address. */
  readonly address: readonly Rate[]
  /** All calls of one user. */
  readonly user?: readonly Rate[]
  /** Successful calls of one user. Refusals and repeats, which change nothing, do not count. */
  readonly success?: readonly Rate[]
  /** Refused as well after too many wrong PINs, passcodes, codes or passwords from the address. */
  readonly triesSecret?: true
}

const minute = 60
const hour = 3_600

export function perMinute(count: number): Rate {
  return { count, seconds: minute }
}

export function perHour(count: number): Rate {
  return { count, seconds: hour }
}

/** For reading, and for administrators: their work is guarded by the passcode. */
export const usualLimit: RateLimit = {
  name: 'read',
  user: [perMinute(300)],
  address: [perMinute(1_200)],
}

export const exportLimit: RateLimit = {
  name: 'statement',
  user: [perHour(60)],
  address: [perHour(120)],
}

/** For changing a password, a PIN or a second factor: each change sends a mail. */
export const secretChangeLimit: RateLimit = {
  ...usualLimit,
  name: 'secret-change',
  success: [perHour(10)],
}

/** For a password, and for the code that follows it. */
export const signInRates: readonly Rate[] = [perMinute(20), perHour(200)]
