/** `count` requests in `seconds`, as a token bucket: up to all of them at once, refilled evenly. */
export type Rate = { readonly count: number; readonly seconds: number }

/** How often an endpoint may be called; above it `too_many_attempts` is refused. */
export type RateLimit = UserRateLimit | (AddressRateLimit & { [Key in keyof PerUser]?: never })

type UserRateLimit = AddressRateLimit & PerUser

type AddressRateLimit = {
  /** Endpoints with the same name share the buckets. Stands in the `RateLimit` header. */
  readonly name: string
  /** All calls from one address. */
  readonly address: readonly Rate[]
  /** Refused as well after too many wrong PINs, passcodes, codes or passwords from the address. */
  readonly triesSecret?: true
}

type PerUser = {
  /** All calls of one user. */
  readonly user: readonly Rate[]
  /** Successful calls of one user. Refusals and repeats, which change nothing, do not count. */
  readonly success?: readonly Rate[]
  /**
   * What a call reads: some rows, or every row of an account, which may be hundreds of thousands. Of the calls of one user five of the
   * first kind and one of the second are under way at the same time; the others wait.
   */
  readonly reads: 'rows' | 'account'
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
export const usualLimit: UserRateLimit = {
  name: 'read',
  user: [perMinute(300)],
  address: [perMinute(1_200)],
  reads: 'rows',
}

/** For the check of the session with which a page starts: who has read too much is still signed in. */
export const sessionCheckLimit: UserRateLimit = { ...usualLimit, name: 'session' }

/** For lists and sums whose rows are searched or added up, at worst all of an account. */
export const accountReadLimit: UserRateLimit = { ...usualLimit, reads: 'account' }

/** For files. Each user gets one at a time. */
export const exportLimit: UserRateLimit = {
  name: 'statement',
  user: [perHour(60)],
  address: [perHour(120)],
  reads: 'rows',
}

/** For changing a password, a PIN or a second factor: each change sends a mail. */
export const secretChangeLimit: UserRateLimit = {
  ...usualLimit,
  name: 'secret-change',
  success: [perHour(10)],
}

/** For a password, and for the code that follows it. */
export const signInRates: readonly Rate[] = [perMinute(20), perHour(200)]

/**
 * For opening a live connection. Each opening is a look-up of the session, and the first chunk of frames on a new connection is read whole
 * before it can end. After a restart each of the 50 connections of an address comes back once; a user's pages open one each.
 */
export const liveOpeningLimit: UserRateLimit = {
  name: 'live',
  user: [perMinute(60)],
  address: [perMinute(60)],
  reads: 'rows',
}
