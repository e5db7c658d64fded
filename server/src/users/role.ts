import type { Role } from '@bank/contract/roles/role'
import type { PoolClient } from 'pg'
import type { Connection } from '../postgres/database.ts'

/** A role, and when it ends; null for one without an end, such as the customer's. */
export type HeldRole = { readonly role: Role; readonly roleUntil: Date | null }

/** A user's role, with what decides whether it may change. */
export type RoleOfUser = HeldRole & {
  /** The password or the PIN is still the one that an administrator typed. */
  readonly hasTemporarySecrets: boolean
}

/** The role at a moment: a role that has ended is that of a customer, also before the job has stored it. */
export function presentRole({ role, roleUntil }: HeldRole, now: Date): Role {
  return roleUntil !== null && roleUntil <= now ? 'customer' : role
}

/** Reads the role of a user and locks the user until the transaction ends; undefined when there is no such user. */
export async function lockRole(connection: PoolClient, id: string): Promise<RoleOfUser | undefined> {
  const { rows } = await connection.query<RoleOfUser>(
    `select role, role_until as "roleUntil",
            num_nonnulls(password_temporary_until, pin_temporary_until) > 0 as "hasTemporarySecrets"
       from users
      where id = $1
        for no key update`,
    [id],
  )
  return rows[0]
}

/** The users whose role has ended and is stored as theirs still, the first that ended first. */
export async function findEndedRoles(db: Connection, now: Date, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    'select id from users where role_until <= $1 order by role_until limit $2',
    [now, limit],
  )
  return rows.map(({ id }) => id)
}

export async function setRole(
  connection: PoolClient,
  id: string,
  { role, roleUntil }: HeldRole,
): Promise<void> {
  await connection.query('update users set role = $2, role_until = $3 where id = $1', [id, role, roleUntil])
}
