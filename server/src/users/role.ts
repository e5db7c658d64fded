import type { PoolClient } from 'pg'
import type { Role } from './user.ts'

/** A user whose role is to change. */
export type Candidate = {
  readonly role: Role
  /** The password or the PIN is still the one that staff typed. */
  readonly hasTemporarySecrets: boolean
  /** The administrator who created the user; null for a user who registered. */
  readonly createdBy: string | null
}

/** Reads a user and keeps others from changing them until the transaction ends; undefined when there is no such user. */
export async function lockCandidate(connection: PoolClient, id: string): Promise<Candidate | undefined> {
  const { rows } = await connection.query<Candidate>(
    `select role, created_by as "createdBy",
            num_nonnulls(password_temporary_until, pin_temporary_until) > 0 as "hasTemporarySecrets"
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
