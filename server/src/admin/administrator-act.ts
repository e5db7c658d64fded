import type { PoolClient } from 'pg'
import { deactivated } from '../accounts/account.ts'
import { type AuditEvent, recordAudit } from '../audit/audit-chain.ts'
import type { Connection, Database } from '../postgres/database.ts'
import { whileHeld } from '../postgres/while-held.ts'
import { Refusal } from '../refusal.ts'

/**
 * Writes the audit event of an administrator's act. Throws when the administrator was deactivated or lost the role since the
 * request was admitted. Call it last in the transaction of the act.
 */
export async function recordAdministratorAct(
  connection: PoolClient,
  event: AuditEvent & { readonly actorId: string },
): Promise<void> {
  await recordAudit(connection, event)
  // Deactivation and removal of the role write audit events too, which lock the audit log: they are either committed and seen
  // here, or they wait until this act is committed.
  await requireAdministrator(connection, event.actorId)
}

/**
 * Runs `book`, which submits an instruction to the books, while the deactivation and the removal of this administrator wait.
 * Throws like `recordAdministratorAct`.
 */
export function whileAdministrator<Result>(
  db: Database,
  userId: string,
  book: () => Promise<Result>,
): Promise<Result> {
  const hold = async (connection: PoolClient) => {
    await connection.query('select from users where id = $1 for share', [userId])
    await requireAdministrator(connection, userId)
  }
  return whileHeld(db, hold, book)
}

/**
 * Throws `forbidden` or `administrator_deactivated` unless this user may work as an administrator. Stays true until the
 * transaction ends when it has written an audit event, and inside `whileAdministrator`.
 */
export async function requireAdministrator(db: Connection, userId: string): Promise<void> {
  const { rows } = await db.query<{ isAdministrator: boolean; isDeactivated: boolean }>(
    `select u.role = 'administrator' as "isAdministrator", (${deactivated('a')}) as "isDeactivated"
       from users u join accounts a on a.user_id = u.id and a.is_main
      where u.id = $1`,
    [userId],
  )
  if (!rows[0]?.isAdministrator) throw new Refusal('forbidden')
  if (rows[0].isDeactivated) throw new Refusal('administrator_deactivated')
}
