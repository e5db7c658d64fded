import type { Endpoint } from '@bank/contract/endpoint'
import { endpoints } from '@bank/contract/endpoints'
import type { RefusalCode } from '@bank/contract/errors'
import type { onRequestHookHandler } from 'fastify'
import type { Config } from '../../config/config.ts'
import { Refusal } from '../../refusal.ts'
import { countedAddress, isLoopbackAddress } from './origin.ts'
import { type Left, openTokenBuckets, type Rate } from './token-buckets.ts'

const minute = 60
const hour = 3_600

type Limit = {
  readonly name: string
  /** For each signed-in person. */
  readonly account?: readonly Rate[]
  /** For each address. */
  readonly address: readonly Rate[]
  /** For each signed-in person: what was really done. Refusals and repeats, which move no money, do not count. */
  readonly done?: readonly Rate[]
}

const reads: Limit = {
  name: 'read',
  account: [{ count: 300, seconds: minute }],
  address: [{ count: 1_200, seconds: minute }],
}

const exports: Limit = {
  name: 'statement',
  account: [{ count: 60, seconds: hour }],
  address: [{ count: 120, seconds: hour }],
}

/** Each change of what somebody signs in with, or of a PIN, writes a mail. */
const secretChanges: Limit = {
  ...reads,
  name: 'secret-change',
  done: [{ count: 10, seconds: hour }],
}

/** Passwords, and the codes that follow them. */
const signingIn = [
  { count: 20, seconds: minute },
  { count: 200, seconds: hour },
]

// Each administrator's work is counted like a read; what guards it is the passcode.
const limits = new Map<Endpoint, Limit>([
  [endpoints.signIn, { name: 'login', address: signingIn }],
  [endpoints.signInWithCode, { name: 'second-step', address: signingIn }],
  [endpoints.signInWithRecoveryCode, { name: 'second-step', address: signingIn }],
  [endpoints.register, { name: 'register', address: [{ count: 60, seconds: hour }] }],
  [
    endpoints.sendTransfer,
    {
      name: 'transfer',
      account: [{ count: 300, seconds: minute }],
      address: [{ count: 120, seconds: minute }],
      done: [
        { count: 30, seconds: minute },
        { count: 300, seconds: hour },
      ],
    },
  ],
  [
    endpoints.setAvatar,
    {
      name: 'avatar',
      account: [{ count: 60, seconds: hour }],
      address: [{ count: 60, seconds: hour }],
    },
  ],
  [endpoints.downloadStatementCsv, exports],
  [endpoints.downloadStatementPdf, exports],
  [endpoints.downloadStatementOfx, exports],
  [endpoints.downloadAuditLog, exports],
  [endpoints.downloadHistory, exports],
  [endpoints.downloadReceipt, exports],
  [endpoints.changePassword, secretChanges],
  [endpoints.changePin, secretChanges],
  [endpoints.setPin, secretChanges],
  [endpoints.turnOnTwoFactor, secretChanges],
  [endpoints.turnOffTwoFactor, secretChanges],
  [endpoints.makeRecoveryCodes, secretChanges],
  // Each address asks for ten links an hour; for each e-mail there are three, which the database counts.
  [endpoints.askPasswordReset, { name: 'reset', address: [{ count: 10, seconds: hour }] }],
  [endpoints.resetPassword, { name: 'reset-use', address: [{ count: 30, seconds: hour }] }],
  // Each change of a profile writes a mail.
  [endpoints.changeProfile, { ...reads, name: 'profile', done: [{ count: 20, seconds: hour }] }],
  [endpoints.correctProfile, { ...reads, name: 'correction', done: [{ count: 60, seconds: hour }] }],
  [endpoints.confirmEmail, { name: 'email-use', address: [{ count: 30, seconds: hour }] }],
  [endpoints.sendResetLink, { ...reads, name: 'reset-link', done: [{ count: 60, seconds: hour }] }],
  [endpoints.writeToSupport, { name: 'support', address: [{ count: 20, seconds: hour }] }],
])

/** What can be asked for besides the endpoints. */
export type OtherRequest = 'report' | 'page' | 'file' | 'document' | 'health' | 'metrics' | 'unknown'

const others: Readonly<Record<OtherRequest, Limit>> = {
  report: { name: 'report', address: [{ count: 30, seconds: minute }] },
  // A browser asks for a page when the bank is opened: an office of 100 people that begins its day stays below.
  page: { name: 'page', address: [{ count: 300, seconds: minute }] },
  // Scripts, styles and fonts: some 20 with the first page, none later.
  file: { name: 'file', address: [{ count: 6_000, seconds: minute }] },
  document: { name: 'document', address: [{ count: 120, seconds: minute }] },
  health: { name: 'health', address: [{ count: 600, seconds: minute }] },
  metrics: { name: 'metrics', address: [{ count: 120, seconds: minute }] },
  // Paths that do not exist, methods they do not have, addresses that cannot be read.
  unknown: { name: 'unknown', address: [{ count: 300, seconds: minute }] },
}

/** Wrong PINs, passcodes, codes and passwords shown again, of an address, whoever's they are; right ones do not count. */
const secretFailures: Limit = { name: 'secret', address: [{ count: 20, seconds: hour }] }
const secretsTried = new Set<Endpoint>([
  endpoints.sendTransfer,
  endpoints.enterPasscode,
  endpoints.changePin,
  endpoints.confirmSession,
  endpoints.signInWithCode,
  endpoints.signInWithRecoveryCode,
])
const secretRefusals = new Set<RefusalCode>([
  'pin_incorrect',
  'current_pin_incorrect',
  'pin_locked',
  'passcode_incorrect',
  'password_incorrect',
  'code_incorrect',
  'recovery_code_incorrect',
])

export type RateLimits = {
  /** Counts a call from an address. Gives the `RateLimit` header; throws `too_many_attempts`. Times in milliseconds. */
  readonly countAddress: (what: Endpoint | OtherRequest, ip: string, now: number) => string | undefined
  /** An `onRequest` hook that counts what is no endpoint. `clock` in milliseconds since 1970. */
  readonly counted: (what: OtherRequest, clock: () => number) => onRequestHookHandler
  /** Counts a call of a signed-in person. Gives the `RateLimit` header; throws `too_many_attempts`. */
  readonly countAccount: (endpoint: Endpoint, userId: string, now: number) => string | undefined
  /** Counts what a signed-in person has really done. */
  readonly countDone: (endpoint: Endpoint, userId: string, now: number) => void
  /** Counts a wrong PIN, passcode, code or password shown again. */
  readonly countFailure: (error: unknown, ip: string, now: number) => void
}

/** Opens the limits of this process. Switched off, or for this machine's own addresses, they count nothing. */
export function openRateLimits({
  rateLimits: isOn,
  rateLimitsLoopback: countsLoopback,
}: Pick<Config, 'rateLimits' | 'rateLimitsLoopback'>): RateLimits {
  const buckets = openTokenBuckets()
  const counts = (ip: string) => isOn && (countsLoopback || !isLoopbackAddress(ip))
  function countAddress(what: Endpoint | OtherRequest, ip: string, now: number): string | undefined {
    if (!counts(ip)) return undefined
    const address = countedAddress(ip)
    if (typeof what === 'object' && secretsTried.has(what)) {
      refuseWithout(secretFailures, buckets.look(`secret ${address}`, secretFailures.address, now))
    }
    const limit = typeof what === 'object' ? (limits.get(what) ?? reads) : others[what]
    return header(limit, buckets.take(`${limit.name} ${address}`, limit.address, now))
  }
  return {
    countAddress,
    counted: (what, clock) => (request, _reply, done) => {
      countAddress(what, request.ip, clock())
      done()
    },
    countAccount(endpoint, userId, now) {
      const limit = limits.get(endpoint) ?? reads
      if (!isOn || !limit.account) return undefined
      if (limit.done) refuseWithout(limit, buckets.look(`${limit.name} done ${userId}`, limit.done, now))
      return header(limit, buckets.take(`${limit.name} ${userId}`, limit.account, now))
    },
    countDone(endpoint, userId, now) {
      const limit = limits.get(endpoint)
      if (isOn && limit?.done) buckets.take(`${limit.name} done ${userId}`, limit.done, now)
    },
    countFailure(error, ip, now) {
      if (!(error instanceof Refusal) || !secretRefusals.has(error.code) || !counts(ip)) return
      buckets.take(`secret ${countedAddress(ip)}`, secretFailures.address, now)
    },
  }
}

function header(limit: Limit, left: Left): string {
  refuseWithout(limit, left)
  return `"${limit.name}";r=${left.count}`
}

function refuseWithout({ name }: Limit, { waitSeconds }: Left): void {
  if (waitSeconds === 0) return
  throw new Refusal('too_many_attempts', {
    limit: name,
    minutes: Math.ceil(waitSeconds / 60),
    retryAfterSeconds: waitSeconds,
  })
}
