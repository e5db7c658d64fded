import { deactivated } from '../accounts/account.ts'
import type { Config } from '../config/config.ts'
import type { WatchedSession } from '../live/listeners.ts'
import type { Connection } from '../postgres/database.ts'
import { lacksSecondFactor } from '../two-factor/authenticator.ts'
import { presentRole } from '../users/role.ts'
import { elevatedUntil, mayAdminister, type Session, sessionEndsAt } from './session.ts'

/** The sessions with these ids, by id, as a live connection needs them. Includes expired ones. */
export async function findWatchedSessions(
  db: Connection,
  config: Config,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, WatchedSession>> {
  const { rows } = await db.query<Row>(`${sessions(config)} where s.id = any ($1::uuid[])`, [ids])
  return new Map(rows.map((row) => [row.id, watchedSessionOf(row, config, now)]))
}

/** The session with this key; undefined when there is none. */
export async function findWatchedSession(
  db: Connection,
  config: Config,
  key: string,
  now: Date,
): Promise<WatchedSession | undefined> {
  const { rows } = await db.query<Row>(`${sessions(config)} where s.token_hash = decode($1, 'hex')`, [key])
  return rows[0] && watchedSessionOf(rows[0], config, now)
}

const sessions = (config: Config) => `
  select s.id, s.user_id as "userId", u.role, u.role_until as "roleUntil", (${deactivated('a')}) as "isDeactivated",
         case when num_nonnulls(u.password_temporary_until, u.pin_temporary_until) > 0 then 'secrets_temporary'
              when ${lacksSecondFactor(config)} then 'second_factor_required'
          end as "refusedAs",
         array(select o.id from accounts o where o.user_id = s.user_id order by o.id) as "accountIds",
         array(select case when not o.is_main then o.number end
                 from accounts o where o.user_id = s.user_id order by o.id) as "furtherNumbers",
         s.signed_in_at as "signedInAt", s.last_seen_at as "lastSeenAt", s.lifted_at as "elevatedAt",
         s.lifted_seen_at as "elevatedSeenAt"
    from sessions s
    join users u on u.id = s.user_id
    join accounts a on a.user_id = s.user_id and a.is_main`

type Row = Pick<WatchedSession, 'id' | 'userId' | 'refusedAs'> &
  Pick<Session, 'role' | 'isDeactivated' | 'signedInAt' | 'lastSeenAt' | 'elevatedAt' | 'elevatedSeenAt'> & {
    roleUntil: Date | null
    accountIds: bigint[]
    /** In the same order; null for the main account. */
    furtherNumbers: (string | null)[]
  }

function watchedSessionOf(row: Row, config: Config, now: Date): WatchedSession {
  return {
    id: row.id,
    userId: row.userId,
    accounts: new Map(row.accountIds.map((id, index) => [id, row.furtherNumbers[index] ?? null])),
    refusedAs: row.refusedAs,
    endsAt: sessionEndsAt(row, config),
    // A session from before the user lost the role or was deactivated is not elevated.
    elevatedUntil: mayAdminister({ ...row, role: presentRole(row, now) })
      ? elevatedUntil(row, config, now)
      : null,
  }
}
