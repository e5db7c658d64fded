import type { Connection } from '../postgres/database.ts'
import type { User } from './user.ts'

/** A user as the list of users shows them. */
type ListedUser = Pick<User, 'id' | 'name' | 'email' | 'role' | 'country' | 'avatar'> & {
  readonly isActive: boolean
  readonly createdAt: Date
}

/** Up to `limit` users, newest first: those whose e-mail contains a text, after the one whose id is given. */
export async function findUsers(
  db: Connection,
  { email, after, limit }: { email: string | undefined; after: string | undefined; limit: number },
): Promise<ListedUser[]> {
  const { rows } = await db.query<ListedUser>(
    `select u.id, u.name, u.email, u.role, u.country, u.avatar, a.is_active as "isActive", u.created_at as "createdAt"
       from users u join accounts a on a.user_id = u.id
      where position($1 in u.email) > 0
        and ($2::uuid is null or (u.created_at, u.id) < ((select created_at from users where id = $2), $2))
      order by u.created_at desc, u.id desc
      limit $3`,
    [email ?? '', after ?? null, limit],
  )
  return rows
}

/** How many users there are, or have a text in their e-mail, counted up to `most`. */
export async function countUsers(
  db: Connection,
  { email, most }: { email: string | undefined; most: number },
): Promise<number> {
  const { rows } = await db.query<{ count: bigint }>(
    `select count(*) as count from (select from users where position($1 in email) > 0 limit $2) u`,
    [email ?? '', most],
  )
  return Number(rows[0]!.count)
}
