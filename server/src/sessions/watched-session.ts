import { deactivated } from '../accounts/account.ts'
import type { Config } from '../config/config.ts'
import type { WatchedSession } from '../live/listeners.ts'
import type { Connection } from '../postgres/database.ts'
import type { Role } from '../users/user.ts'
import { elevatedUntil, mayAdminister, sessionEndsAt } from './session.ts'

/** The sessions with these ids, by id, as a live connection needs them. Includes expired ones. */
export async function findWatchedSessions(
  db: Connection,
  config: Config,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, WatchedSession>> {
  const { rows } = await db.query<Row>(`${sessions} where s.id = any ($1::uuid[])`, [ids])
  return new Map(rows.map((row) => [row.id, watchedSessionOf(row, config, now)]))
}

/** The session with this key; undefined when there is none. */
export async function findWatchedSession(
  db: Connection,
  config: Config,
  key: string,
  now: Date,
): Promise<WatchedSession | undefined> {
  const { rows } = await db.query<Row>(`${sessions} where s.token_hash = decode($1, 'hex')`, [key])
  return rows[0] && watchedSessionOf(rows[0], config, now)
}

const sessions = `
  select s.id, s.user_id, u.role, (${deactivated('a')}) as "isDeactivated",
         num_nonnulls(u.password_temporary_until, u.pin_temporary_until) > 0 as "hasTemporarySecrets",
         array(select o.id from accounts o where o.user_id = s.user_id order by o.id) as account_ids,
         array(select case when not o.is_main then o.number end
                 from accounts o where o.user_id = s.user_id order by o.id) as further_numbers,
         s.signed_in_at, s.last_seen_at, s.lifted_at, s.lifted_seen_at
    from sessions s
    join users u on u.id = s.user_id
    join accounts a on a.user_id = s.user_id and a.is_main`

type Row = {
  id: string
  user_id: string
  role: Role
  isDeactivated: boolean
  hasTemporarySecrets: boolean
  account_ids: bigint[]
  /** In the same order; null for the main account. */
  further_numbers: (string | null)[]
  signed_in_at: Date
  last_seen_at: Date
  lifted_at: Date | null
  lifted_seen_at: Date | null
}

function watchedSessionOf(row: Row, config: Config, now: Date): WatchedSession {
  const elevation = { elevatedAt: row.lifted_at, elevatedSeenAt: row.lifted_seen_at }
  return {
    id: row.id,
    userId: row.user_id,
    accounts: new Map(row.account_ids.map((id, index) => [id, row.further_numbers[index] ?? null])),
    hasTemporarySecrets: row.hasTemporarySecrets,
    endsAt: sessionEndsAt({ lastSeenAt: row.last_seen_at, signedInAt: row.signed_in_at }, config),
    // A session from before the user lost the role or was deactivated is not elevated.
    elevatedUntil: mayAdminister(row) ? elevatedUntil(elevation, config, now) : null,
  }
}
