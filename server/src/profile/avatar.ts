import type { PoolClient } from 'pg'
import type { Connection } from '../postgres/database.ts'
import type { Picture } from './image-encoder.ts'

/** Where a picture is read. It is named after its contents, so it never changes under its address. */
export function avatarAddress(sha: string): string {
  return `/api/avatars/${sha}`
}

/** Keeps a user's picture, of whom none is kept any more. `sha` is the SHA-256 of its bytes, in hexadecimal digits. */
export async function keepAvatar(
  connection: PoolClient,
  userId: string,
  { bytes, type, sha }: Picture & { readonly sha: string },
  now: Date,
): Promise<void> {
  await connection.query(
    'insert into avatars (user_id, bytes, type, sha, created_at) values ($1, $2, $3, $4, $5)',
    [userId, bytes, type, sha, now],
  )
}

/** Where the image host keeps this very picture of a user. */
export async function findHostedAvatar(
  db: Connection,
  userId: string,
  sha: string,
): Promise<string | undefined> {
  const { rows } = await db.query<{ url: string }>(
    'select url from hosted_avatars where user_id = $1 and sha = $2',
    [userId, sha],
  )
  return rows[0]?.url
}

/** Notes where the image host keeps a user's picture. */
export async function keepHostedAvatar(
  connection: PoolClient,
  userId: string,
  { sha, url }: { readonly sha: string; readonly url: string },
  now: Date,
): Promise<void> {
  await connection.query(
    'insert into hosted_avatars (user_id, sha, url, created_at) values ($1, $2, $3, $4)',
    [userId, sha, url, now],
  )
}

/** Forgets a user's picture, wherever it is kept. Says false where there was none. */
export async function deleteAvatar(connection: PoolClient, userId: string): Promise<boolean> {
  const own = await connection.query('delete from avatars where user_id = $1', [userId])
  const hosted = await connection.query('delete from hosted_avatars where user_id = $1', [userId])
  return own.rowCount === 1 || hosted.rowCount === 1
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
