import type { PoolClient } from 'pg'
import type { Connection } from '../postgres/database.ts'
import type { EncodedImage } from './avatar-encoder.ts'

/** The URL of a picture. It contains the hash of the picture, so what it returns never changes. */
export function avatarUrl(sha: string): string {
  return `/api/avatars/${sha}`
}

/** Inserts a user's picture; delete the old one first. `sha` is the SHA-256 of the bytes in hexadecimal. */
export async function insertAvatar(
  connection: PoolClient,
  userId: string,
  { bytes, type, sha }: EncodedImage & { readonly sha: string },
  now: Date,
): Promise<void> {
  await connection.query(
    'insert into avatars (user_id, bytes, type, sha, created_at) values ($1, $2, $3, $4, $5)',
    [userId, bytes, type, sha, now],
  )
}

/** The URL at the image host of a user's picture with this hash; undefined when the current picture is another one. */
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

/** Inserts the URL of a user's picture at the image host; delete the old one first. */
export async function insertHostedAvatar(
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

/** Deletes a user's picture and its URL at the image host. Returns false when there was none. */
export async function deleteAvatar(connection: PoolClient, userId: string): Promise<boolean> {
  const own = await connection.query('delete from avatars where user_id = $1', [userId])
  const hosted = await connection.query('delete from hosted_avatars where user_id = $1', [userId])
  return own.rowCount === 1 || hosted.rowCount === 1
}

/** The bytes of a picture of this user; with null, of any user. */
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
