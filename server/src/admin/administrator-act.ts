import { hasRight } from '@bank/contract/roles/rights'
import type { Role } from '@bank/contract/roles/role'
import type { PoolClient } from 'pg'
import { deactivated } from '../accounts/account.ts'
import { type AuditEvent, recordAudit } from '../audit/audit-chain.ts'
import type { StaffActor } from '../call.ts'
import type { Connection, Database } from '../postgres/database.ts'
import { whileHeld } from '../postgres/while-held.ts'
import { Refusal } from '../refusal.ts'
import { presentRole } from '../users/role.ts'

/** Of a caller: the user, and the right that admitted the request. */
type Authority = Pick<StaffActor, 'userId' | 'may'>

/**
 * Writes the audit event of an act of staff. Throws when the caller was deactivated or lost the right since the request was
 * admitted. Call it last in the transaction of the act.
 */
export async function recordAdministratorAct(
  connection: PoolClient,
  actor: Authority,
  event: Omit<AuditEvent, 'actorId'>,
): Promise<void> {
  await recordAudit(connection, { ...event, actorId: actor.userId })
  // Deactivation and each change of a role write audit events too, which lock the audit log: they are either committed and seen
  // here, or they wait until this act is committed.
  await requireAdministrator(connection, actor, event.now)
}

/**
 * Runs `book`, which submits an instruction to the books, while the deactivation of the caller and a change of their role wait. `book`
 * gets the connection of the transaction that holds them (`whileHeld`). Throws like `recordAdministratorAct`.
 */
export function whileAdministrator<Result>(
  db: Database,
  actor: Authority,
  now: Date,
  book: (connection: PoolClient) => Promise<Result>,
): Promise<Result> {
  const hold = async (connection: PoolClient) => {
    await connection.query('select from users where id = $1 for share', [actor.userId])
    await requireAdministrator(connection, actor, now)
  }
  return whileHeld(db, hold, (_, connection) => book(connection))
}

/**
 * Throws `forbidden` or `administrator_deactivated` unless the caller still has the right that admitted the request. Stays true until
 * the transaction ends when it has written an audit event, and inside `whileAdministrator`.
 */
export async function requireAdministrator(
  db: Connection,
  { userId, may }: Authority,
  now: Date,
): Promise<void> {
  const { rows } = await db.query<{ role: Role; roleUntil: Date | null; isDeactivated: boolean }>(
    `select u.role, u.role_until as "roleUntil", (${deactivated('a')}) as "isDeactivated"
       from users u join accounts a on a.user_id = u.id and a.is_main
      where u.id = $1`,
    [userId],
  )
  const [user] = rows
  if (!user || !hasRight(presentRole(user, now), may)) throw new Refusal('forbidden')
  if (user.isDeactivated) throw new Refusal('administrator_deactivated')
}
