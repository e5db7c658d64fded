import type { Connection } from '../postgres/database.ts'
import type { User } from './user.ts'

/** A user as the list of users shows them. */
type ListedUser = Pick<User, 'id' | 'name' | 'email' | 'role' | 'country' | 'avatar'> & {
  readonly isActive: boolean
  readonly createdAt: Date
}

// What many users have in their e-mail is found among the newest, what few have by the index of its pieces: looking through
// the newest is quick where the index would find too many, and the other way round. What the index finds is gathered
// before it is put in order, or the database would look for it through everybody, newest first.
const newestMax = 5_000
// Counting goes on to the thousandth: what one in twenty has is still counted without the index.
const countedMax = 20_000

/** Up to `limit` users, newest first: those whose e-mail contains a text, after the one whose id is given. */
export async function findUsers(
  db: Connection,
  { email = '', after, limit }: { email: string | undefined; after: string | undefined; limit: number },
): Promise<ListedUser[]> {
  const values = [email, after ?? null, limit]
  const { rows } = await db.query<ListedUser>(
    `with wanted as materialized (
       select *
         from (
           select * from users where ${olderThan(after)} order by created_at desc, id desc limit ${newestMax}
         ) u
        where position($1 in email) > 0 limit $3
     ) ${listed}`,
    values,
  )
  if (email === '' || rows.length === limit) return rows
  const all = await db.query<ListedUser>(
    `with wanted as materialized (${withPieces('$4')} and ${olderThan(after)}) ${listed}`,
    [...values, piecesOf(email)],
  )
  return all.rows
}

/** How many users there are, or have a text in their e-mail, counted up to `most`. */
export async function countUsers(
  db: Connection,
  { email = '', most }: { email: string | undefined; most: number },
): Promise<number> {
  const count = async (users: string, values: readonly unknown[]) => {
    const { rows } = await db.query<{ count: bigint }>(
      `select count(*) as count from (select from (${users}) u where position($1 in email) > 0 limit $2) found`,
      [email, most, ...values],
    )
    return Number(rows[0]!.count)
  }
  const newest = await count(
    `select email from users order by created_at desc, id desc limit ${countedMax}`,
    [],
  )
  if (email === '' || newest === most) return newest
  return count(withPieces('$3'), [piecesOf(email)])
}

/** A condition of its own where there is no place to go on from, so that the database reads on where a page ended. */
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

/** Those whose e-mail has all the pieces of the text; whether it has the text itself is looked up in the row. */
function withPieces(pieces: string): string {
  return `select * from users where pieces_of(email) @> ${pieces}::text[] and position($1 in email) > 0`
}

/** The pieces of three characters that a text is made of, or the text itself where it is shorter. */
function piecesOf(text: string): string[] {
  const characters = [...text]
  if (characters.length <= 3) return [text]
  return characters.slice(2).map((_, start) => characters.slice(start, start + 3).join(''))
}
