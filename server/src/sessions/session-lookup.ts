import type { PoolClient } from 'pg'
import { deactivated } from '../accounts/account.ts'
import type { ReadStandings } from '../books/instruction.ts'
import type { Config } from '../config/config.ts'
import { openBatchedLookup } from '../postgres/batched-lookup.ts'
import { byteaArray } from '../postgres/binary-array.ts'
import type { Database } from '../postgres/database.ts'
import type { Statement } from '../postgres/pipelined-connection.ts'
import { lacksSecondFactor } from '../two-factor/authenticator.ts'
import { presentRole } from '../users/role.ts'
import { mayAdminister, type Session, sessionEndsAt, type TemporarySecrets } from './session.ts'

/** Finds sessions by their key. Every signed-in request needs it, so concurrent look-ups share one query. */
export type SessionLookup = {
  /** The session, expired or not; undefined when there is none. */
  readonly find: (key: string) => Promise<Session | undefined>
  /**
   * The session as `find` returned it less than 30 seconds before `now`, if it has not ended by itself since. It may have been ended: only for
   * an instruction whose session the books verify.
   */
  readonly recall: (key: string, now: Date) => Session | undefined
  /** The session was used, so it is to be read again. */
  readonly forget: (key: string) => void
  /**
   * The session whose key was replaced by another one less than a minute before `now`: under that earlier key, and neither
   * elevated nor confirmed, as it was before. Undefined when there is none.
   */
  readonly findSuperseded: (key: string, now: Date) => Promise<Session | undefined>
  /**
   * Follows the session of this key, also where the key was just replaced. Returns a function that says whether the session is
   * still open, however often its key is replaced meanwhile.
   */
  readonly follow: (key: string) => Promise<() => Promise<boolean>>
  readonly close: () => Promise<void>
}

// Longer than an answer takes on a slow connection, and longer than a user waits before retrying.
const supersededMilliseconds = 60_000

// Of 10,000 sessions, some 10 MB.
const recentMax = 10_000
const recentMilliseconds = 30_000

/** `until` is computed once, because each transfer asks: in milliseconds since 1970. */
type Recent = { readonly session: Session; readonly until: number }

/** `clock` in milliseconds since 1970. `timeoutFactor` multiplies the timeouts, for tests on a slow machine. */
export function openSessionLookup(
  db: Database,
  config: Config,
  { clock, timeoutFactor = 1 }: { clock: () => number; timeoutFactor?: number },
): SessionLookup {
  const recent = new Map<string, Recent>()
  const present = openBatchedLookup<Row>({
    db,
    arrayOf: byteaArray,
    statement: findSessions(config),
    keyOf: (row) => row.key,
    timeoutFactor,
  })
  // Only for a key that opens no session, so that signed-in requests cost one query.
  const superseded = openBatchedLookup<SupersededRow>({
    db,
    arrayOf: byteaArray,
    statement: findSupersededSessions(config),
    keyOf: (row) => row.supersededKey,
    timeoutFactor,
  })
  return {
    async find(key) {
      const row = await present.find(key)
      if (!row) return void recent.delete(key)
      const session = sessionOf(row, new Date(clock()))
      if (recent.size >= recentMax) recent.clear()
      // One that has to set secrets or a second factor first is refused before the books could verify it.
      if (session.temporarySecrets || session.lacksSecondFactor) recent.delete(key)
      else {
        const until = Math.min(clock() + recentMilliseconds, sessionEndsAt(session, config).getTime())
        recent.set(key, { session, until })
      }
      return session
    },
    recall(key, now) {
      const known = recent.get(key)
      return known && now.getTime() < known.until ? known.session : undefined
    },
    forget: (key) => void recent.delete(key),
    async findSuperseded(key, now) {
      const row = await superseded.find(key)
      if (!row || now.getTime() - row.supersededAt.getTime() >= supersededMilliseconds) return undefined
      const unconfirmed = { elevatedAt: null, elevatedSeenAt: null, confirmedAt: null, provenAt: null }
      // Under the key that was sent, no statement finds the session in order to renew it: what it holds never gets to this cookie.
      return { ...sessionOf(row, now), ...unconfirmed, key }
    },
    async follow(key) {
      const { rows } = await db.query<{ id: string }>(findId, [Buffer.from(key, 'hex')])
      const id = rows[0]?.id
      return async () => {
        if (id === undefined) return false
        return (await db.query('select from sessions where id = $1', [id])).rowCount === 1
      }
    },
    async close() {
      await Promise.all([present.close(), superseded.close()])
    },
  }
}

/** The session with this key as the transaction sees it; it must exist. */
export async function readSession(
  connection: PoolClient,
  config: Config,
  key: string,
  now: Date,
): Promise<Session> {
  const { rows } = await connection.query<Row>(findSessions(config).text, [[Buffer.from(key, 'hex')]])
  return sessionOf(rows[0]!, now)
}

const findId = `
  select id from sessions where token_hash = $1
  union all
  select id from sessions where superseded_hash = $1 and superseded_hash is not null`

/** Facts that are rarely true of a session, as bits of one number. */
const flag = {
  passwordTemporary: 1,
  pinTemporary: 2,
  deactivated: 4,
  lacksSecondFactor: 8,
  // Not in the standing: no transfer depends on it.
  emailUnconfirmed: 16,
} as const

// The seconds of the undo time are above them in the same number.
const undoUnit = 32

const flags = (config: Config) => `
           (u.password_temporary_until is not null)::int * ${flag.passwordTemporary}
             + (u.pin_temporary_until is not null)::int * ${flag.pinTemporary}
             + (${deactivated('a')})::int * ${flag.deactivated}
             + ${lacksSecondFactor(config)}::int * ${flag.lacksSecondFactor}
             + u.undo_seconds * ${undoUnit}`

const standing = (config: Config) => `row(u.role, ${flags(config)}, a.id, u.email, u.name)::text as standing`

const sessionColumns = (config: Config) => `
           encode(s.token_hash, 'hex') as key, s.user_id as "userId", u.name, u.email, u.role, u.role_until as "roleUntil",
           -- One number, because each column costs every signed-in request.
           ${flags(config)} + (u.email_confirmed_at is null)::int * ${flag.emailUnconfirmed} as flags,
           a.id as "accountId", a.number, a.currency,
           s.signed_in_at as "signedInAt", s.last_seen_at as "lastSeenAt", s.lifted_at as "elevatedAt",
           s.lifted_seen_at as "elevatedSeenAt", s.confirmed_at as "confirmedAt", s.proven_at as "provenAt",
           ${standing(config)}`

const sessionTables = `
      from sessions s
      join users u on u.id = s.user_id
      join accounts a on a.user_id = s.user_id and a.is_main`

const findSessions = (config: Config): Statement<Row> => ({
  name: 'find-sessions',
  text: `
    select ${sessionColumns(config)} ${sessionTables}
     where s.token_hash = any ($1::bytea[])`,
})

/** For the books, which verify a session with the instruction that it gives. */
export const readStandings = (config: Config): ReadStandings => ({
  name: 'read-standings',
  text: `
    select encode(s.token_hash, 'hex') as key, ${standing(config)} ${sessionTables}
     where s.token_hash = any ($1::bytea[])`,
})

const findSupersededSessions = (config: Config): Statement<SupersededRow> => ({
  name: 'find-superseded-sessions',
  text: `
    select encode(s.superseded_hash, 'hex') as "supersededKey", s.superseded_at as "supersededAt",
           ${sessionColumns(config)} ${sessionTables}
     where s.superseded_hash = any ($1::bytea[]) and s.superseded_hash is not null`,
})

type SupersededRow = Row & { supersededKey: string; supersededAt: Date }

type Row = Omit<
  Session,
  | 'isDeactivated'
  | 'isEmailUnconfirmed'
  | 'temporarySecrets'
  | 'lacksSecondFactor'
  | 'undoSeconds'
  | 'account'
> &
  Omit<Session['account'], 'id'> & { accountId: bigint; flags: number; roleUntil: Date | null }

function sessionOf({ flags, accountId: id, number, currency, roleUntil, ...row }: Row, now: Date): Session {
  const isDeactivated = (flags & flag.deactivated) !== 0
  const role = presentRole({ role: row.role, roleUntil }, now)
  // A session from before the user lost the role or was deactivated is not elevated.
  const mayBeElevated = mayAdminister({ role, isDeactivated })
  return {
    ...row,
    role,
    isDeactivated,
    isEmailUnconfirmed: (flags & flag.emailUnconfirmed) !== 0,
    temporarySecrets: temporarySecretsOf(flags),
    lacksSecondFactor: (flags & flag.lacksSecondFactor) !== 0,
    undoSeconds: Math.floor(flags / undoUnit),
    account: { id, number, currency },
    elevatedAt: mayBeElevated ? row.elevatedAt : null,
    elevatedSeenAt: mayBeElevated ? row.elevatedSeenAt : null,
  }
}

function temporarySecretsOf(flags: number): TemporarySecrets | null {
  const password = (flags & flag.passwordTemporary) !== 0
  const pin = (flags & flag.pinTemporary) !== 0
  return password || pin ? { password, pin } : null
}
