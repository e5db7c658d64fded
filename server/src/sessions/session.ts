import { createHmac, hash, type KeyObject, randomBytes } from 'node:crypto'
import type { GivenAnswerOf } from '@bank/contract/endpoint'
import type { endpoints } from '@bank/contract/endpoints'
import { hasRight, type Right } from '@bank/contract/roles/rights'
import type { Role } from '@bank/contract/roles/role'
import type { Currency } from '@bank/ledger/currency'
import type { PoolClient } from 'pg'
import type { Bank } from '../bank.ts'
import type { Config } from '../config/config.ts'
import type { Connection } from '../postgres/database.ts'
import { Refusal } from '../refusal.ts'
import { lockUser } from '../users/user.ts'

/** A signed-in user, and the user's account. */
export type Session = {
  /** SHA-256 of the cookie that was sent, in hexadecimal. The cookie itself is stored nowhere. */
  readonly key: string
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly role: Role
  /** The e-mail is not confirmed. */
  readonly isEmailUnconfirmed: boolean
  /** The account was active once and no longer is: the user cannot work as an administrator. */
  readonly isDeactivated: boolean
  /** Which secrets an administrator typed and the user must replace first; null when the user chose both. */
  readonly temporarySecrets: TemporarySecrets | null
  /** The bank requires two-factor of the user, who must set it up first. */
  readonly lacksSecondFactor: boolean
  /** For so long the user's transfers wait, so that they can be taken back; 0 without an undo time. */
  readonly undoSeconds: number
  readonly account: { readonly id: bigint; readonly number: string; readonly currency: Currency }
  readonly signedInAt: Date
  readonly lastSeenAt: Date
  /** When the passcode was entered, and when the elevated session was last used. */
  readonly elevatedAt: Date | null
  readonly elevatedSeenAt: Date | null
  /** When the user last confirmed who they are. */
  readonly confirmedAt: Date | null
  /** When the session got a proof for one change; null when it holds none. */
  readonly provenAt: Date | null
  /** What a request may do in the session and in whose name, as a text that the books compare with what they read. */
  readonly standing: string
}

export type TemporarySecrets = { readonly password: boolean; readonly pin: boolean }

// A second phone and a second browser are common; further sessions were forgotten.
const sessionsMax = 5

/** A new session's cookie: 256 random bits. */
export function newSessionToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The hash under which a cookie is stored; undefined for text that has another form than our cookies. */
export function sessionKeyOf(token: string): string | undefined {
  return /^[\w-]{43}$/.test(token) ? hash('sha256', token) : undefined
}

type TimeLimits = Pick<
  Config,
  'sessionMinutesIdle' | 'sessionMinutesAbsolute' | 'elevationMinutesIdle' | 'elevationMinutesAbsolute'
>

/** When a session ends if it is not used until then. */
export function sessionEndsAt(
  { lastSeenAt, signedInAt }: Pick<Session, 'lastSeenAt' | 'signedInAt'>,
  { sessionMinutesIdle, sessionMinutesAbsolute }: TimeLimits,
): Date {
  return earliest(
    minutesAfter(lastSeenAt, sessionMinutesIdle),
    minutesAfter(signedInAt, sessionMinutesAbsolute),
  )
}

/** When a session ends however much it is used. */
export function sessionEndsLatestAt(
  { signedInAt }: Pick<Session, 'signedInAt'>,
  { sessionMinutesAbsolute }: Pick<TimeLimits, 'sessionMinutesAbsolute'>,
): Date {
  return new Date(minutesAfter(signedInAt, sessionMinutesAbsolute))
}

/** When the elevation of a session ends; null when the session is not elevated at `now`. */
export function elevatedUntil(
  { elevatedAt, elevatedSeenAt }: Pick<Session, 'elevatedAt' | 'elevatedSeenAt'>,
  limits: TimeLimits,
  now: Date,
): Date | null {
  if (!elevatedAt || !elevatedSeenAt) return null
  const until = earliest(
    minutesAfter(elevatedSeenAt, limits.elevationMinutesIdle),
    minutesAfter(elevatedAt, limits.elevationMinutesAbsolute),
  )
  return until > now ? until : null
}

/** True when the user may work as staff once the passcode is entered. */
export function mayAdminister(session: Pick<Session, 'role' | 'isDeactivated'>): boolean {
  return mayUse(session, 'administer')
}

/** True when the user's role has the right, and their account was not deactivated. */
export function mayUse(
  { role, isDeactivated }: Pick<Session, 'role' | 'isDeactivated'>,
  right: Right,
): boolean {
  return hasRight(role, right) && !isDeactivated
}

/** A session as the API returns it, with the user's key for drafts. */
export function sessionView(
  { keys, config }: Pick<Bank, 'keys' | 'config'>,
  session: Session,
  now: Date,
): SessionView {
  const {
    userId: id,
    name,
    email,
    isEmailUnconfirmed,
    temporarySecrets,
    lacksSecondFactor,
    signedInAt,
  } = session
  const role = mayAdminister(session) ? session.role : 'customer'
  return {
    user: { id, name, email, ...(isEmailUnconfirmed && { isEmailUnconfirmed }), role },
    signedInAt,
    idleEndsAt: sessionEndsAt(session, config),
    elevatedUntil: elevatedUntil(session, config, now),
    temporarySecrets,
    lacksSecondFactor,
    draftKey: temporarySecrets || lacksSecondFactor ? undefined : draftKeyOf(keys.draftKey, id),
  }
}

/** A session as the API returns it. */
export type SessionView = GivenAnswerOf<typeof endpoints.extendSession>

/** Depends on the user alone: a draft outlives a session that ended by itself, and the same user gets it back. */
function draftKeyOf(key: KeyObject, userId: string): string {
  return createHmac('sha256', key).update(userId).digest('base64')
}

/** A session as the API returns it right after it was elevated. */
export function elevatedSessionView(
  bank: Pick<Bank, 'keys' | 'config'>,
  session: Session,
  now: Date,
): SessionView {
  return sessionView(bank, { ...session, lastSeenAt: now, elevatedAt: now, elevatedSeenAt: now }, now)
}

/** The network and browser of a sign-in, by which users recognise their sessions. */
type SessionOrigin = { readonly network: string; readonly userAgent: string }

/** Opens a session for a user, and ends the oldest ones beyond five. Returns the cookie. */
export async function openSession(
  connection: PoolClient,
  userId: string,
  { network, userAgent }: SessionOrigin,
  now: Date,
): Promise<string> {
  const token = newSessionToken()
  await lockUser(connection, userId)
  await connection.query(
    `insert into sessions (token_hash, user_id, signed_in_at, last_seen_at, network, browser)
     values (decode($1, 'hex'), $2, $3, $3, $4, $5)`,
    [sessionKeyOf(token), userId, now, network, deviceName(userAgent)],
  )
  await endOldestSessions(connection, userId, sessionKeyOf(token)!)
  return token
}

/** Ends the oldest sessions of a user beyond five, but not the one with this key. */
async function endOldestSessions(connection: PoolClient, userId: string, key: string): Promise<void> {
  await connection.query(
    `delete from sessions
      where user_id = $1
        and token_hash in (select token_hash from sessions
                            where user_id = $1
                            order by token_hash = decode($3, 'hex') desc, signed_in_at desc
                           offset $2)`,
    [userId, sessionsMax, key],
  )
}

/**
 * For a caller who has just shown a secret again: if the key is that of an earlier cookie, whose browser may never have got the
 * new one, it becomes the key of a further session, which is neither elevated nor confirmed. The session that replaced the cookie
 * stays as it is. Call it with the user locked.
 */
export async function separateEarlierCookie(
  connection: PoolClient,
  { key, userId }: Pick<Session, 'key' | 'userId'>,
  now: Date,
): Promise<void> {
  const { rows } = await connection.query<{ id: string }>(
    `update sessions set superseded_hash = null, superseded_at = null
      where superseded_hash = decode($1, 'hex') and superseded_hash is not null
     returning id`,
    [key],
  )
  const [replaced] = rows
  if (!replaced) return
  await connection.query(
    `insert into sessions (token_hash, user_id, signed_in_at, last_seen_at, network, browser)
     select decode($1, 'hex'), user_id, signed_in_at, $2, network, browser from sessions where id = $3`,
    [key, now, replaced.id],
  )
  await endOldestSessions(connection, userId, key)
}

/** The number of sessions, including expired ones that are not deleted yet. */
export async function countSessions(db: Connection): Promise<number> {
  const { rows } = await db.query<{ count: number }>('select count(*)::integer as count from sessions')
  return rows[0]!.count
}

/** Ends the session with this key, or with this key until a minute ago. */
export async function endSession(db: Connection, key: string): Promise<void> {
  await db.query(
    `delete from sessions
      where token_hash = decode($1, 'hex')
         or (superseded_hash = decode($1, 'hex') and superseded_hash is not null)`,
    [key],
  )
}

/** Ends every session of every user. */
export async function endAllSessions(connection: PoolClient): Promise<void> {
  await connection.query('delete from sessions')
}

/** Extends a session, and its elevation when it is elevated. */
export async function touchSession(
  db: Connection,
  key: string,
  now: Date,
  isElevated: boolean,
): Promise<void> {
  await db.query({
    name: 'touch-session',
    text: `
      update sessions
         set last_seen_at   = greatest(last_seen_at, $2::timestamptz),
             lifted_seen_at = case when $3 then greatest(lifted_seen_at, $2::timestamptz) else lifted_seen_at end
       where token_hash = decode($1, 'hex')`,
    values: [key, now, isElevated],
  })
}

/**
 * Elevates a session and returns its new cookie. The old cookie opens the session, not elevated, for another minute.
 * Throws `signed_out` when the session has ended.
 */
export async function elevateSession(connection: PoolClient, key: string, now: Date): Promise<string> {
  const token = newSessionToken()
  const { rowCount } = await connection.query(
    `update sessions
        set token_hash = decode($2, 'hex'), superseded_hash = token_hash, superseded_at = $3, last_seen_at = $3,
            lifted_at = $3, lifted_seen_at = $3
      where token_hash = decode($1, 'hex')`,
    [key, sessionKeyOf(token), now],
  )
  if (rowCount === 0) throw new Refusal('signed_out')
  return token
}

/** Ends the elevation of every session except the one with this key, if given. Returns how many were elevated. */
export async function endElevations(connection: PoolClient, key: string | null): Promise<number> {
  const { rowCount } = await connection.query(
    `update sessions
        set lifted_at = null, lifted_seen_at = null
      where lifted_at is not null and token_hash is distinct from decode($1::text, 'hex')`,
    [key],
  )
  return rowCount ?? 0
}

/**
 * Gives a session a new cookie, after a confirmation (`confirmedAt`, which is also a proof for one change) or after a secret
 * was changed. After a confirmation the old cookie opens the unconfirmed session for another minute; after a changed secret it
 * is invalid at once. Throws `signed_out` when the session has ended.
 */
export async function renewSession(
  connection: PoolClient,
  key: string,
  { now, confirmedAt = null }: { now: Date; confirmedAt?: Date | null },
): Promise<string> {
  const token = newSessionToken()
  const { rowCount } = await connection.query(
    `update sessions
        set token_hash = decode($2, 'hex'), last_seen_at = $3, confirmed_at = coalesce($4, confirmed_at),
            proven_at = coalesce($4, proven_at), superseded_at = $4,
            superseded_hash = case when $4::timestamptz is null then null else token_hash end
      where token_hash = decode($1, 'hex')`,
    [key, sessionKeyOf(token), now, confirmedAt],
  )
  if (rowCount === 0) throw new Refusal('signed_out')
  return token
}

/** The browser and the kind of device, such as "Safari on iPhone": enough to recognise a device, too little to track it. */
export function deviceName(userAgent: string): string {
  const nameIn = (names: readonly (readonly [RegExp, string])[]) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1]
  const browser = nameIn(browsers)
  const device = nameIn(devices)
  return browser && device ? `${browser} on ${device}` : (browser ?? 'Other')
}

// In this order: most browsers also name others that they resemble.
const browsers = [
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const devices = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const

/** In milliseconds since 1970. */
function minutesAfter(moment: Date, minutes: number): number {
  return moment.getTime() + minutes * 60_000
}

function earliest(a: number, b: number): Date {
  return new Date(Math.min(a, b))
}
