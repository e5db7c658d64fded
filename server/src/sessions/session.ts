import { hash, randomBytes } from 'node:crypto'
import type { SessionView } from '@bank/contract/sessions/view'
import type { Currency } from '@bank/ledger/currency'
import type { PoolClient } from 'pg'
import type { Config } from '../config/config.ts'
import type { Connection } from '../postgres/database.ts'
import { lockUser, type Role } from '../users/user.ts'

/** A signed-in user, and the user's account. */
export type Session = {
  /** SHA-256 of the cookie, in hexadecimal. The cookie itself is stored nowhere. */
  readonly key: string
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly role: Role
  /** The account was active once and no longer is: the user cannot work as an administrator. */
  readonly isDeactivated: boolean
  /** Which secrets an administrator typed and the user must replace first; null when the user chose both. */
  readonly temporarySecrets: TemporarySecrets | null
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
  limits: TimeLimits,
): Date {
  return earlier(
    addMinutes(lastSeenAt, limits.sessionMinutesIdle),
    sessionEndsLatestAt({ signedInAt }, limits),
  )
}

/** When a session ends however much it is used. */
export function sessionEndsLatestAt(
  { signedInAt }: Pick<Session, 'signedInAt'>,
  { sessionMinutesAbsolute }: Pick<TimeLimits, 'sessionMinutesAbsolute'>,
): Date {
  return addMinutes(signedInAt, sessionMinutesAbsolute)
}

/** When the elevation of a session ends; null when the session is not elevated at `now`. */
export function elevatedUntil(
  { elevatedAt, elevatedSeenAt }: Pick<Session, 'elevatedAt' | 'elevatedSeenAt'>,
  limits: TimeLimits,
  now: Date,
): Date | null {
  if (!elevatedAt || !elevatedSeenAt) return null
  const until = earlier(
    addMinutes(elevatedSeenAt, limits.elevationMinutesIdle),
    addMinutes(elevatedAt, limits.elevationMinutesAbsolute),
  )
  return until > now ? until : null
}

/** True when the user may work as an administrator once the passcode is entered. */
export function mayAdminister({ role, isDeactivated }: Pick<Session, 'role' | 'isDeactivated'>): boolean {
  return role === 'administrator' && !isDeactivated
}

type SessionUser = Pick<
  Session,
  'userId' | 'name' | 'email' | 'role' | 'isDeactivated' | 'temporarySecrets' | 'signedInAt'
>

/** A session as the API returns it. */
export function sessionView(
  session: SessionUser,
  { idleEndsAt, elevatedUntil }: { idleEndsAt: Date; elevatedUntil: Date | null },
): SessionView {
  const { userId: id, name, email, temporarySecrets, signedInAt } = session
  return {
    user: { id, name, email, role: mayAdminister(session) ? 'administrator' : 'customer' },
    signedInAt: signedInAt.toISOString(),
    idleEndsAt: idleEndsAt.toISOString(),
    elevatedUntil: elevatedUntil?.toISOString() ?? null,
    temporarySecrets,
  }
}

/** A session as the API returns it right after it was elevated. */
export function elevatedSessionView(session: SessionUser, limits: TimeLimits, now: Date): SessionView {
  return sessionView(session, {
    idleEndsAt: sessionEndsAt({ lastSeenAt: now, signedInAt: session.signedInAt }, limits),
    elevatedUntil: elevatedUntil({ elevatedAt: now, elevatedSeenAt: now }, limits, now),
  })
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
    [sessionKeyOf(token), userId, now, network, browserFamily(userAgent)],
  )
  await connection.query(
    `delete from sessions
      where user_id = $1
        and token_hash in (select token_hash from sessions
                            where user_id = $1
                            order by token_hash = decode($3, 'hex') desc, signed_in_at desc
                           offset $2)`,
    [userId, sessionsMax, sessionKeyOf(token)],
  )
  return token
}

/** The number of sessions, including expired ones that are not deleted yet. */
export async function countSessions(db: Connection): Promise<number> {
  const { rows } = await db.query<{ count: number }>('select count(*)::integer as count from sessions')
  return rows[0]!.count
}

export async function endSession(db: Connection, key: string): Promise<void> {
  await db.query(`delete from sessions where token_hash = decode($1, 'hex')`, [key])
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
 * Undefined when the session has ended.
 */
export async function elevateSession(
  connection: PoolClient,
  key: string,
  now: Date,
): Promise<string | undefined> {
  const token = newSessionToken()
  const { rowCount } = await connection.query(
    `update sessions
        set token_hash = decode($2, 'hex'), superseded_hash = token_hash, superseded_at = $3, last_seen_at = $3,
            lifted_at = $3, lifted_seen_at = $3
      where token_hash = decode($1, 'hex')`,
    [key, sessionKeyOf(token), now],
  )
  return rowCount === 1 ? token : undefined
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
 * is invalid at once. Undefined when the session has ended.
 */
export async function renewSession(
  connection: PoolClient,
  key: string,
  { now, confirmedAt = null }: { now: Date; confirmedAt?: Date | null },
): Promise<string | undefined> {
  const token = newSessionToken()
  const { rowCount } = await connection.query(
    `update sessions
        set token_hash = decode($2, 'hex'), last_seen_at = $3, confirmed_at = coalesce($4, confirmed_at),
            proven_at = coalesce($4, proven_at), superseded_at = $4,
            superseded_hash = case when $4::timestamptz is null then null else token_hash end
      where token_hash = decode($1, 'hex')`,
    [key, sessionKeyOf(token), now, confirmedAt],
  )
  return rowCount === 1 ? token : undefined
}

/** The browser's family without its version: enough to recognise a device, too little to track it. */
function browserFamily(userAgent: string): string {
  const families = {
    'Edg/': 'Edge',
    'OPR/': 'Opera',
    'Firefox/': 'Firefox',
    'Chrome/': 'Chrome',
    'Safari/': 'Safari',
  }
  return Object.entries(families).find(([product]) => userAgent.includes(product))?.[1] ?? 'Other'
}

function addMinutes(moment: Date, minutes: number): Date {
  return new Date(moment.getTime() + minutes * 60_000)
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b
}
