import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Bank } from '../bank.ts'
import type { Origin } from '../call.ts'
import type { RotatingKey } from '../keys/derive-keys.ts'
import type { DeviceGeneration } from '../users/user.ts'
import { type AttemptKey, attemptKey } from './attempts.ts'

// As many as share a browser at home. With one more, the cookie drops the user who signed in longest ago.
const usersMax = 4

/** Half a year, for a customer who comes back after a summer. The browser drops the cookie then, and the server refuses it. */
export const deviceSeconds = 180 * 24 * 60 * 60

/** The user of an e-mail; `deviceGeneration` is undefined when no user has the e-mail. */
type DeviceOwner = { readonly email: string; readonly deviceGeneration: DeviceGeneration | undefined }

/** The parts of a call that reading and making a device cookie needs. */
type DeviceCall = {
  readonly bank: Pick<Bank, 'keys'>
  readonly origin: Pick<Origin, 'deviceTokens'>
  readonly now: Date
}

/**
 * The cookie that proves that this browser has signed in with this e-mail, and with the e-mails of the cookie it sent. It opens
 * no session. Wrong passwords in this browser are counted separately, so that an attacker elsewhere cannot lock the user out. It
 * is signed: a client that could forge device cookies could guess passwords without limit.
 */
export function deviceCookie(
  { bank, origin, now }: DeviceCall,
  { email, deviceGeneration }: DeviceOwner & { readonly deviceGeneration: DeviceGeneration },
): string {
  const key = bank.keys.deviceKey
  const issuedAt = Math.floor(now.getTime() / 1000)
  const device = `${randomBytes(16).toString('base64url')}.${issuedAt}.${deviceGeneration}`
  const token = `${device}.${signatureOf(key.current, email, device).toString('base64url')}`
  const others = parseTokens(origin.deviceTokens).filter((other) => !isSignedFor(key, email, other))
  return [token, ...others.map(({ text }) => text)].slice(0, usersMax).join(separator)
}

/** The keys under which attempts at a secret are counted. */
export type AttemptScope = {
  readonly key: AttemptKey
  /**
   * Of a known device: the attempts of all the user's devices in a day are counted under `totalKey`, and beyond the limit an
   * attempt is counted under `unknownDeviceKey` instead.
   */
  readonly device?: { readonly totalKey: AttemptKey; readonly unknownDeviceKey: AttemptKey }
}

/** Counts attempts at the password of an e-mail: under the browser if it is known, otherwise under the e-mail. */
export function passwordAttemptScope(call: DeviceCall, owner: DeviceOwner): AttemptScope {
  return attemptScope(call, owner, { by: 'email', byDevice: 'device', subject: owner.email })
}

/** Counts attempts at a code likewise, so that an attacker who knows the password cannot lock the user out. */
export function codeAttemptScope(
  call: DeviceCall,
  owner: DeviceOwner & { readonly userId: string },
): AttemptScope {
  return attemptScope(call, owner, { by: 'code', byDevice: 'code', subject: owner.userId })
}

function attemptScope(
  call: DeviceCall,
  owner: DeviceOwner,
  { by, byDevice, subject }: { by: 'email' | 'code'; byDevice: 'device' | 'code'; subject: string },
): AttemptScope {
  const unknownDeviceKey = attemptKey(by, subject)
  const device = findKnownDevice(call, owner)
  if (device === undefined) return { key: unknownDeviceKey }
  const day = call.now.toISOString().slice(0, 10)
  const totalKey = attemptKey('devices', `${day} ${owner.email}`)
  return { key: attemptKey(byDevice, `${device} ${subject}`), device: { totalKey, unknownDeviceKey } }
}

/**
 * The id of the device by which the cookie knows this user. Undefined when the cookie has no token of the user, when the token
 * is too old, and when the password or two-factor has changed since.
 */
export function findKnownDevice(
  { bank, origin, now }: DeviceCall,
  { email, deviceGeneration }: DeviceOwner,
): string | undefined {
  const oldest = now.getTime() / 1000 - deviceSeconds
  return parseTokens(origin.deviceTokens).find(
    (token) =>
      isSignedFor(bank.keys.deviceKey, email, token) &&
      token.generation === deviceGeneration &&
      token.issuedAt > oldest,
  )?.id
}

/** One user's part of the cookie. */
type DeviceToken = {
  readonly text: string
  readonly id: string
  /** In seconds since 1970. */
  readonly issuedAt: number
  readonly generation: DeviceGeneration
  readonly signature: Buffer
}

// Allowed in a cookie, and in no token.
const separator = '~'

/** Skips what has another form than a token: a browser can send any text. */
function parseTokens(cookie: string | undefined): DeviceToken[] {
  const texts = cookie?.split(separator, usersMax) ?? []
  return texts.flatMap((text) => {
    const match = /^([\w-]{22})\.(\d{1,12})\.(\d{1,9})\.([\w-]{43})$/.exec(text)
    if (!match) return []
    const [, id, issuedAt, generation, signature] = match
    return {
      text,
      id: id!,
      issuedAt: Number(issuedAt),
      generation: Number(generation),
      signature: Buffer.from(signature!, 'base64url'),
    }
  })
}

/** A cookie made before SECRET_KEY was replaced is valid until the browser gets its next one. */
function isSignedFor({ current, previous }: RotatingKey, email: string, token: DeviceToken): boolean {
  const device = token.text.slice(0, token.text.lastIndexOf('.'))
  return [current, previous].some(
    (key) => key && timingSafeEqual(token.signature, signatureOf(key, email, device)),
  )
}

function signatureOf(key: KeyObject, email: string, device: string): Buffer {
  return createHmac('sha256', key).update(`${device} ${email}`).digest()
}
