import type { Currency } from '@bank/ledger/currency'
import type { PoolClient } from 'pg'
import { deactivated } from '../accounts/account.ts'
import { openBatchedLookup } from '../postgres/batched-lookup.ts'
import type { Database } from '../postgres/database.ts'
import type { Statement } from '../postgres/pipelined-connection.ts'
import type { Role } from '../users/user.ts'
import { mayAdminister, type Session, type TemporarySecrets } from './session.ts'

/** Finds sessions by their key. Every signed-in request needs it, so concurrent look-ups share one query. */
export type SessionLookup = {
  /** The session, expired or not; undefined when there is none. */
  readonly find: (key: string) => Promise<Session | undefined>
  /**
   * The session whose key was replaced by another one less than a minute before `now`: neither elevated nor confirmed, as it
   * was before. Undefined when there is none.
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

/** `timeoutFactor` multiplies the timeouts, for tests on a slow machine. */
export function openSessionLookup(db: Database, timeoutFactor = 1): SessionLookup {
  const arrayOf = (keys: readonly string[]) => `{${keys.map((key) => String.raw`"\\x${key}"`).join()}}`
  const present = openBatchedLookup<Row>({
    db,
    arrayOf,
    statement: findSessions,
    keyOf: (row) => row.key,
    timeoutFactor,
  })
  // Only for a key that opens no session, so that signed-in requests cost one query.
  const superseded = openBatchedLookup<SupersededRow>({
    db,
    arrayOf,
    statement: findSupersededSessions,
    keyOf: (row) => row.superseded_key,
    timeoutFactor,
  })
  return {
    async find(key) {
      const row = await present.find(key)
      return row && sessionOf(row)
    },
    async findSuperseded(key, now) {
      const row = await superseded.find(key)
      if (!row || now.getTime() - row.superseded_at.getTime() >= supersededMilliseconds) return undefined
      return { ...sessionOf(row), elevatedAt: null, elevatedSeenAt: null, confirmedAt: null, provenAt: null }
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
export async function readSession(connection: PoolClient, key: string): Promise<Session> {
  const { rows } = await connection.query<Row>(findSessions.text, [[Buffer.from(key, 'hex')]])
  return sessionOf(rows[0]!)
}

const findId = `
  select id from sessions where token_hash = $1
  union all
  select id from sessions where superseded_hash = $1 and superseded_hash is not null`

/** Facts that are rarely true of a session, as bits of one number. */
const flag = { passwordTemporary: 1, pinTemporary: 2, deactivated: 4 } as const

const sessionColumns = `
           encode(s.token_hash, 'hex') as key, s.user_id, u.name, u.email, u.role,
           -- One number, because each column costs every signed-in request.
           (u.password_temporary_until is not null)::int * ${flag.passwordTemporary}
             + (u.pin_temporary_until is not null)::int * ${flag.pinTemporary}
             + (${deactivated('a')})::int * ${flag.deactivated} as flags,
           a.id as account_id, a.number, a.currency,
           s.signed_in_at, s.last_seen_at, s.lifted_at, s.lifted_seen_at,
           s.confirmed_at, s.proven_at`

const sessionTables = `
      from sessions s
      join users u on u.id = s.user_id
      join accounts a on a.user_id = s.user_id and a.is_main`

const findSessions: Statement<Row> = {
  name: 'find-sessions',
  text: `
    select ${sessionColumns} ${sessionTables}
     where s.token_hash = any ($1::bytea[])`,
}

const findSupersededSessions: Statement<SupersededRow> = {
  name: 'find-superseded-sessions',
  text: `
    select encode(s.superseded_hash, 'hex') as superseded_key, s.superseded_at, ${sessionColumns} ${sessionTables}
     where s.superseded_hash = any ($1::bytea[]) and s.superseded_hash is not null`,
}

type SupersededRow = Row & { superseded_key: string; superseded_at: Date }

type Row = {
  key: string
  user_id: string
  name: string
  email: string
  role: Role
  flags: number
  account_id: bigint
  number: string
  currency: Currency
  signed_in_at: Date
  last_seen_at: Date
  lifted_at: Date | null
  lifted_seen_at: Date | null
  confirmed_at: Date | null
  proven_at: Date | null
}

function sessionOf(row: Row): Session {
  const standing = { role: row.role, isDeactivated: (row.flags & flag.deactivated) !== 0 }
  // A session from before the user lost the role or was deactivated is not elevated.
  const mayBeElevated = mayAdminister(standing)
  return {
    key: row.key,
    userId: row.user_id,
    name: row.name,
    email: row.email,
    ...standing,
    temporarySecrets: temporarySecretsOf(row.flags),
    account: { id: row.account_id, number: row.number, currency: row.currency },
    signedInAt: row.signed_in_at,
    lastSeenAt: row.last_seen_at,
    elevatedAt: mayBeElevated ? row.lifted_at : null,
    elevatedSeenAt: mayBeElevated ? row.lifted_seen_at : null,
    confirmedAt: row.confirmed_at,
    provenAt: row.proven_at,
  }
}

function temporarySecretsOf(flags: number): TemporarySecrets | null {
  const password = (flags & flag.passwordTemporary) !== 0
  const pin = (flags & flag.pinTemporary) !== 0
  return password || pin ? { password, pin } : null
}
