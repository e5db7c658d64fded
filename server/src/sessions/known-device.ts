import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Bank } from '../bank.ts'
import type { Origin } from '../call.ts'
import type { RotatingKey } from '../keys/derive-keys.ts'
import type { DeviceGeneration } from '../users/user.ts'
import { type AttemptKey, attemptKey } from './attempts.ts'

// As many as share a browser at home. One more, and the one who signed in longest ago is new to it again.
const peopleMax = 4

/** Half a year, for a browser that comes back after a summer. The cookie expires then, and the server takes none that is older. */
export const deviceSeconds = 180 * 24 * 60 * 60

/** Whose device it may be; `deviceGeneration` is undefined for an e-mail that nobody has. */
type Owner = { readonly email: string; readonly deviceGeneration: DeviceGeneration | undefined }

/** What a device cookie is read and made with: the key, the cookie as it was sent, and the time. Every call has it. */
type Sent = {
  readonly bank: Pick<Bank, 'keys'>
  readonly origin: Pick<Origin, 'deviceTokens'>
  readonly now: Date
}

/**
 * The cookie that says that this browser has signed in with this e-mail, and with the e-mails in the cookie it sent. It
 * opens nothing. It gives the browser its own count of wrong passwords, so that strangers cannot lock the owner out.
 * It is signed, because a browser that could invent device cookies could guess without end.
 */
export function withDevice(
  { bank, origin, now }: Sent,
  { email, deviceGeneration }: Owner & { readonly deviceGeneration: DeviceGeneration },
): string {
  const key = bank.keys.deviceKey
  const issuedAt = Math.floor(now.getTime() / 1000)
  const device = `${randomBytes(16).toString('base64url')}.${issuedAt}.${deviceGeneration}`
  const token = `${device}.${signature(key.current, email, device).toString('base64url')}`
  const others = tokensIn(origin.deviceTokens).filter((other) => !isSignedFor(key, email, other))
  return [token, ...others.map(({ text }) => text)].slice(0, peopleMax).join(between)
}

/** What wrong tries are counted under. */
export type CountedUnder = {
  readonly key: AttemptKey
  /**
   * Of a known device: the wrong tries of all the user's devices in a day are counted under `total`, and when they are
   * too many, the try is counted under `key` of a stranger instead.
   */
  readonly beyond?: { readonly total: AttemptKey; readonly key: AttemptKey }
}

/** What wrong passwords for an e-mail are counted under: the browser where it is known, else the e-mail. */
export function passwordsCountedUnder(sent: Sent, owner: Owner): CountedUnder {
  const { email } = owner
  return countedUnder(sent, owner, attemptKey('email', email), (device) =>
    attemptKey('device', `${device} ${email}`),
  )
}

/** What wrong codes of a user are counted under, likewise: somebody else who knows the password cannot lock them out. */
export function codesCountedUnder(sent: Sent, owner: Owner & { readonly userId: string }): CountedUnder {
  const { userId } = owner
  return countedUnder(sent, owner, attemptKey('code', userId), (device) =>
    attemptKey('code', `${device} ${userId}`),
  )
}

function countedUnder(
  sent: Sent,
  owner: Owner,
  stranger: AttemptKey,
  ofDevice: (device: string) => AttemptKey,
): CountedUnder {
  const device = deviceOf(sent, owner)
  if (device === undefined) return { key: stranger }
  const day = sent.now.toISOString().slice(0, 10)
  const total = attemptKey('devices', `${day} ${owner.email}`)
  return { key: ofDevice(device), beyond: { total, key: stranger } }
}

/**
 * The device that a cookie knows this user by; undefined when none of it was made for them, when it is too old, and when the
 * password or two-factor has changed since.
 */
export function deviceOf(
  { bank, origin, now }: Sent,
  { email, deviceGeneration }: Owner,
): string | undefined {
  const oldest = now.getTime() / 1000 - deviceSeconds
  return tokensIn(origin.deviceTokens).find(
    (token) =>
      isSignedFor(bank.keys.deviceKey, email, token) &&
      token.generation === deviceGeneration &&
      token.issuedAt > oldest,
  )?.id
}

/** One person's part of the cookie: a random id, the second it was made, the user's number then, and the signature. */
type Token = {
  readonly text: string
  readonly id: string
  readonly issuedAt: number
  readonly generation: DeviceGeneration
  readonly signature: Buffer
}

// A sign that a cookie may hold as it is, and no token has.
const between = '~'

/** The tokens of a cookie. One of another form, as the bank made before they had a time, is none. */
function tokensIn(tokens: string | undefined): Token[] {
  const each = tokens?.split(between, peopleMax) ?? []
  return each.flatMap((text) => {
    const match = /^([\w-]{22})\.(\d{1,12})\.(\d{1,9})\.([\w-]{43})$/.exec(text)
    if (!match) return []
    const [, id, issuedAt, generation, signed] = match
    return {
      text,
      id: id!,
      issuedAt: Number(issuedAt),
      generation: Number(generation),
      signature: Buffer.from(signed!, 'base64url'),
    }
  })
}

/** A cookie made before SECRET_KEY was replaced is good until the browser is given its next one. */
function isSignedFor(
  { current, previous }: RotatingKey,
  email: string,
  { text, signature: signed }: Token,
): boolean {
  const device = text.slice(0, text.lastIndexOf('.'))
  return [current, previous].some((key) => key && timingSafeEqual(signed, signature(key, email, device)))
}

function signature(key: KeyObject, email: string, device: string): Buffer {
  return createHmac('sha256', key).update(`${device} ${email}`).digest()
}
