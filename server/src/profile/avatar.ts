import type { PoolClient } from 'pg'
import type { Connection } from '../postgres/database.ts'
import type { Picture } from './picture-reader.ts'

/** Where a picture is read. It is named after its contents, so it never changes under its address. */
export function avatarAddress(sha: string): string {
  return `/api/avatars/${sha}`
}

/** Keeps a user's picture in place of an earlier one. `sha` is the SHA-256 of its bytes, in hexadecimal digits. */
export async function keepAvatar(
  connection: PoolClient,
  userId: string,
  { bytes, type, sha }: Picture & { readonly sha: string },
  now: Date,
): Promise<void> {
  await connection.query(
    `insert into avatars (user_id, bytes, type, sha, created_at)
     values ($1, $2, $3, $4, $5)
     on conflict (user_id) do update
        set bytes = excluded.bytes, type = excluded.type, sha = excluded.sha, created_at = excluded.created_at`,
    [userId, bytes, type, sha, now],
  )
}

/** Says false where there was no picture. */
export async function deleteAvatar(connection: PoolClient, userId: string): Promise<boolean> {
  const { rowCount } = await connection.query('delete from avatars where user_id = $1', [userId])
  return rowCount === 1
}

/** The bytes of a picture, if it is this user's; with null, whoever's it is. */
export async function findAvatar(
  db: Connection,
  sha: string,
  ownerId: string | null,
): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ bytes: Buffer }>({
    name: 'find-avatar',
    text: 'select bytes from avatars where sha = $1 and ($2::uuid is null or user_id = $2) limit 1',
    values: [sha, ownerId],
  })
  return rows[0]?.bytes
}
