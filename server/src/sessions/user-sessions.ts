import type { PoolClient } from 'pg'
import type { Connection } from '../postgres/database.ts'

/** A session as the user's list shows it. The id does not open the session. */
export type UserSession = {
  readonly id: string
  /** The browser and the kind of device, such as Safari on iPhone. */
  readonly browser: string
  readonly network: string
  readonly signedInAt: Date
  readonly lastSeenAt: Date
  readonly isCurrent: boolean
}

/** The key is the session's present one, or was it until a minute ago. */
const isUnderKey = `(decode($2, 'hex') in (token_hash, coalesce(superseded_hash, token_hash)))`

/** A user's sessions, the one with this key first, then by last use. Includes expired ones. */
export async function findUserSessions(db: Connection, userId: string, key: string): Promise<UserSession[]> {
  const { rows } = await db.query<UserSession>(
    `select id, browser, network, signed_in_at as "signedInAt", last_seen_at as "lastSeenAt",
            ${isUnderKey} as "isCurrent"
       from sessions
      where user_id = $1
      order by "isCurrent" desc, last_seen_at desc, id`,
    [userId, key],
  )
  return rows
}

/** Ends a session of a user by its id. Returns whether it was the one with this key; undefined when the user has no such session. */
export async function endSessionOfUser(
  connection: PoolClient,
  userId: string,
  { id, key }: { id: string; key: string },
): Promise<{ readonly isCurrent: boolean } | undefined> {
  const { rows } = await connection.query<{ isCurrent: boolean }>(
    `delete from sessions where user_id = $1 and id = $3 returning ${isUnderKey} as "isCurrent"`,
    [userId, key, id],
  )
  return rows[0]
}

/** Ends every session of a user except the one with this key. Returns how many. */
export async function endSessionsExcept(
  connection: PoolClient,
  userId: string,
  key: string,
): Promise<number> {
  const { rowCount } = await connection.query(
    `delete from sessions where user_id = $1 and not ${isUnderKey}`,
    [userId, key],
  )
  return rowCount ?? 0
}

/** Ends every session of a user. Returns how many. */
export async function endSessions(connection: PoolClient, userId: string): Promise<number> {
  const { rowCount } = await connection.query('delete from sessions where user_id = $1', [userId])
  return rowCount ?? 0
}

/** Ends the elevation of every session of a user. Returns how many were elevated. */
export async function endElevationsOfUser(connection: PoolClient, userId: string): Promise<number> {
  const { rowCount } = await connection.query(
    `update sessions set lifted_at = null, lifted_seen_at = null where user_id = $1 and lifted_at is not null`,
    [userId],
  )
  return rowCount ?? 0
}
