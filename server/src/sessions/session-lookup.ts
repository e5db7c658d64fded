import type { Currency } from '@bank/ledger/currency'
import type { PoolClient } from 'pg'
import { deactivated } from '../accounts/account.ts'
import { openBatchedLookup } from '../postgres/batched-lookup.ts'
import type { Database } from '../postgres/database.ts'
import type { Statement } from '../postgres/own-connection.ts'
import type { Role } from '../users/user.ts'
import { mayAdminister, type Session, type TemporarySecrets } from './session.ts'

/** Finds sessions by their key. Every call of a signed-in person asks, so all of one moment are one query. */
export type SessionLookup = {
  /** The session, whether or not its time is up; undefined when there is none. */
  readonly find: (key: string) => Promise<Session | undefined>
  readonly close: () => Promise<void>
}

export function openSessionLookup(db: Database): SessionLookup {
  const { find, close } = openBatchedLookup<Row>({
    db,
    statement: findSessions,
    arrayOf: (keys) => `{${keys.map((key) => String.raw`"\\x${key}"`).join()}}`,
    keyOf: (row) => row.key,
  })
  return {
    close,
    async find(key) {
      const row = await find(key)
      return row && sessionOf(row)
    },
  }
}

/** The session with this key as the transaction sees it; it must be there. */
export async function readSession(connection: PoolClient, key: string): Promise<Session> {
  const { rows } = await connection.query<Row>(findSessions.text, [[Buffer.from(key, 'hex')]])
  return sessionOf(rows[0]!)
}

const findSessions: Statement<Row> = {
  name: 'find-sessions',
  text: `
    select encode(s.token_hash, 'hex') as key, s.user_id, u.name, u.email, u.role,
           u.password_temporary_until is not null as is_password_temporary,
           u.pin_temporary_until is not null as is_pin_temporary,
           a.id as account_id, a.number, a.currency, (${deactivated('a')}) as is_deactivated,
           s.signed_in_at, s.last_seen_at, s.lifted_at, s.lifted_seen_at,
           s.confirmed_at, s.proven_at
      from sessions s
      join users u on u.id = s.user_id
      join accounts a on a.user_id = s.user_id
     where s.token_hash = any ($1::bytea[])`,
}

type Row = {
  key: string
  user_id: string
  name: string
  email: string
  role: Role
  is_password_temporary: boolean
  is_pin_temporary: boolean
  account_id: bigint
  number: string
  currency: Currency
  is_deactivated: boolean
  signed_in_at: Date
  last_seen_at: Date
  lifted_at: Date | null
  lifted_seen_at: Date | null
  confirmed_at: Date | null
  proven_at: Date | null
}

function sessionOf(row: Row): Session {
  const who = { role: row.role, isDeactivated: row.is_deactivated }
  // Whatever a session of theirs was before, a user who may not work as an administrator has no such work open.
  const isElevated = mayAdminister(who)
  return {
    key: row.key,
    userId: row.user_id,
    name: row.name,
    email: row.email,
    ...who,
    temporarySecrets: temporarySecretsOf(row.is_password_temporary, row.is_pin_temporary),
    account: { id: row.account_id, number: row.number, currency: row.currency },
    signedInAt: row.signed_in_at,
    lastSeenAt: row.last_seen_at,
    liftedAt: isElevated ? row.lifted_at : null,
    liftedSeenAt: isElevated ? row.lifted_seen_at : null,
    confirmedAt: row.confirmed_at,
    provenAt: row.proven_at,
  }
}

function temporarySecretsOf(password: boolean, pin: boolean): TemporarySecrets | null {
  return password || pin ? { password, pin } : null
}
