import type { Connection } from '../postgres/database.ts'
import type { User } from './user.ts'

/** A user in the list of users. */
type ListedUser = Pick<User, 'id' | 'name' | 'email' | 'role' | 'country' | 'avatar'> & {
  readonly isActive: boolean
  readonly createdAt: Date
}

// A text that many e-mails contain is found by scanning the newest users, a rare text by the trigram index: each is fast where
// the other is slow. The rows that the index finds are materialized before sorting, because the planner would otherwise walk
// all users, newest first.
export const scannedMax = 5_000
// Counting stops at 1,000: a text in every twentieth e-mail is still counted without the index.
export const countScannedMax = 20_000

/** Up to `limit` users after the one with the id `after`, newest first. `email` selects e-mails that contain a text. */
export async function findUsers(
  db: Connection,
  { email = '', after, limit }: { email: string | undefined; after: string | undefined; limit: number },
): Promise<ListedUser[]> {
  const values = [email, after ?? null, limit]
  const { rows } = await db.query<ListedUser>(
    `with wanted as materialized (
       select *
         from (
           select * from users where ${olderThan(after)} order by created_at desc, id desc limit ${scannedMax}
         ) u
        where position($1 in email) > 0 limit $3
     ) ${listed}`,
    values,
  )
  if (email === '' || rows.length === limit) return rows
  const all = await db.query<ListedUser>(
    `with wanted as materialized (${withTrigrams('$4')} and ${olderThan(after)}) ${listed}`,
    [...values, trigramsOf(email)],
  )
  return all.rows
}

/** The number of users whose e-mail contains a text, or of all users, counted up to `countMax`. */
export async function countUsers(
  db: Connection,
  { email = '', countMax }: { email: string | undefined; countMax: number },
): Promise<number> {
  const count = async (users: string, values: readonly unknown[]) => {
    const { rows } = await db.query<{ count: bigint }>(
      `select count(*) as count from (select from (${users}) u where position($1 in email) > 0 limit $2) found`,
      [email, countMax, ...values],
    )
    return Number(rows[0]!.count)
  }
  const newest = await count(
    `select email from users order by created_at desc, id desc limit ${countScannedMax}`,
    [],
  )
  if (email === '' || newest === countMax) return newest
  return count(withTrigrams('$3'), [trigramsOf(email)])
}

/** A separate condition for the first page, so that later pages use the index to continue. */
function olderThan(after: string | undefined): string {
  return after === undefined
    ? '$2::uuid is null'
    : '(created_at, id) < ((select created_at from users where id = $2), $2)'
}

const listed = `
  select u.id, u.name, u.email, u.role, u.country, u.avatar, a.is_active as "isActive", u.created_at as "createdAt"
    from wanted u join accounts a on a.user_id = u.id
   order by u.created_at desc, u.id desc
   limit $3`

/** Users whose e-mail has all these trigrams; `position` then checks for the text itself. */
function withTrigrams(trigrams: string): string {
  return `select * from users where pieces_of(email) @> ${trigrams}::text[] and position($1 in email) > 0`
}

/** The trigrams of a text, or the text itself when it is shorter. */
export function trigramsOf(text: string): string[] {
  const characters = [...text]
  if (characters.length <= 3) return [text]
  return characters.slice(2).map((_, start) => characters.slice(start, start + 3).join(''))
}
