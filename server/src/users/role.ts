import type { Role } from '@bank/contract/roles'
import type { PoolClient } from 'pg'

/** A user's role, with what decides whether it may change. */
export type RoleOfUser = {
  readonly role: Role
  /** The password or the PIN is still the one that an administrator typed. */
  readonly hasTemporarySecrets: boolean
}

/** Reads the role of a user and locks the user until the transaction ends; undefined when there is no such user. */
export async function lockRole(connection: PoolClient, id: string): Promise<RoleOfUser | undefined> {
  const { rows } = await connection.query<RoleOfUser>(
    `select role, num_nonnulls(password_temporary_until, pin_temporary_until) > 0 as "hasTemporarySecrets"
       from users
      where id = $1
        for no key update`,
    [id],
  )
  return rows[0]
}

export async function setRole(connection: PoolClient, id: string, role: Role): Promise<void> {
  await connection.query('update users set role = $2 where id = $1', [id, role])
}
