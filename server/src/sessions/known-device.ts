import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'
import type { RotatingKey } from '../keys.ts'
import { type AttemptKey, attemptKey } from './attempts.ts'

// As many as share a browser at home. One more, and the one who signed in longest ago is new to it again.
const peopleMax = 4

/**
 * The cookie that says that this browser has signed in with this e-mail before, and with those that `earlier` says. It
 * opens nothing: it only gives the browser a count of wrong passwords of its own, so that strangers cannot lock the owner out.
 * Signed, because whoever could make one up could guess without end.
 */
export function withDevice(deviceKey: RotatingKey, email: string, earlier: string | undefined): string {
  const device = randomBytes(16).toString('base64url')
  const token = `${device}.${signature(deviceKey.current, email, device).toString('base64url')}`
  const others = tokensIn(earlier).filter((other) => deviceOf(deviceKey, email, other) === undefined)
  return [token, ...others].slice(0, peopleMax).join(between)
}

/** What wrong passwords for this e-mail are counted under: the browser where it is known, else the e-mail. */
export function passwordAttemptKey(
  deviceKey: RotatingKey,
  email: string,
  tokens: string | undefined,
): AttemptKey {
  const device = deviceOf(deviceKey, email, tokens)
  return device === undefined ? attemptKey('email', email) : attemptKey('device', `${device} ${email}`)
}

/** What wrong codes of a user are counted under, likewise: somebody else who knows the password cannot lock them out. */
export function codeAttemptKey(
  deviceKey: RotatingKey,
  { userId, email }: { userId: string; email: string },
  tokens: string | undefined,
): AttemptKey {
  const device = deviceOf(deviceKey, email, tokens)
  return attemptKey('code', device === undefined ? userId : `${device} ${userId}`)
}

/** The device that a cookie knows this e-mail by; undefined when none of it was made for this e-mail. */
export function deviceOf(
  deviceKey: RotatingKey,
  email: string,
  tokens: string | undefined,
): string | undefined {
  return tokensIn(tokens)
    .map((token) => token.split('.') as [string, string])
    .find(([device, signed]) => isSigned(deviceKey, email, device, signed))?.[0]
}

// A sign that a cookie may hold as it is, and no token has.
const between = '~'

function tokensIn(tokens: string | undefined): string[] {
  const each = tokens?.split(between, peopleMax) ?? []
  return each.filter((token) => /^[\w-]{22}\.[\w-]{43}$/.test(token))
}

/** A cookie made before SECRET_KEY was replaced is good until the browser is given its next one. */
function isSigned(
  { current, previous }: RotatingKey,
  email: string,
  device: string,
  signed: string,
): boolean {
  const given = Buffer.from(signed, 'base64url')
  return [current, previous].some((key) => key && timingSafeEqual(given, signature(key, email, device)))
}

function signature(deviceKey: KeyObject, email: string, device: string): Buffer {
  return createHmac('sha256', deviceKey).update(`${device} ${email}`).digest()
}
