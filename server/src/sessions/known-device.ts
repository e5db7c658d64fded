import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'
import { type AttemptKey, attemptKey } from './attempts.ts'

/**
 * A cookie that says that this browser has signed in with this e-mail before. It opens nothing: it only gives the
 * browser a count of wrong passwords of its own, so that strangers cannot lock the owner out. Signed, because
 * whoever could make one up could guess without end.
 */
export function newDeviceToken(deviceKey: KeyObject, email: string): string {
  const device = randomBytes(16).toString('base64url')
  return `${device}.${signature(deviceKey, email, device).toString('base64url')}`
}

/** What wrong passwords for this e-mail are counted under: the browser where it is known, else the e-mail. */
export function passwordAttemptKey(
  deviceKey: KeyObject,
  email: string,
  token: string | undefined,
): AttemptKey {
  const device = deviceOf(deviceKey, email, token)
  return device === undefined ? attemptKey('email', email) : attemptKey('device', `${device} ${email}`)
}

/** What wrong codes of a user are counted under, likewise: somebody else who knows the password cannot lock them out. */
export function codeAttemptKey(
  deviceKey: KeyObject,
  { userId, email }: { userId: string; email: string },
  token: string | undefined,
): AttemptKey {
  const device = deviceOf(deviceKey, email, token)
  return attemptKey('code', device === undefined ? userId : `${device} ${userId}`)
}

/** The device a token names; undefined when it was not made for this e-mail. */
export function deviceOf(deviceKey: KeyObject, email: string, token: string | undefined): string | undefined {
  const [, device, signed] = /^([\w-]{22})\.([\w-]{43})$/.exec(token ?? '') ?? []
  if (device === undefined || signed === undefined) return undefined
  const isOurs = timingSafeEqual(Buffer.from(signed, 'base64url'), signature(deviceKey, email, device))
  return isOurs ? device : undefined
}

function signature(deviceKey: KeyObject, email: string, device: string): Buffer {
  return createHmac('sha256', deviceKey).update(`${device} ${email}`).digest()
}
