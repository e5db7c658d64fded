import { createHash, timingSafeEqual } from 'node:crypto'
import { timeOrderedId } from '@bank/contract/time-ordered-id'
import type { PoolClient } from 'pg'
import type { RotatingKey } from '../keys/derive-keys.ts'
import { linkToken, linkTokenHash, linkTokenReader } from '../mail/link-token.ts'
import { deleteOldLinks } from '../mail/outgoing-mail.ts'
import type { Connection } from '../postgres/database.ts'

/**
 * `correction`: a new e-mail that an administrator entered, confirmed by a link. `own_change`: one that the user entered, confirmed
 * by a code. `confirmation`: the user's present e-mail. `restoration`: an earlier e-mail, to which the link takes the user back.
 */
export type EmailPurpose = 'correction' | 'own_change' | 'confirmation' | 'restoration'

const hour = 60 * 60_000

const validMilliseconds: Readonly<Record<EmailPurpose, number>> = {
  // A customer may not read the new mailbox on the same day.
  correction: 24 * hour,
  // The customer waits for it, with the page open.
  own_change: hour / 2,
  confirmation: 7 * 24 * hour,
  // Three days include a weekend. As long as no reset link goes to the new e-mail (reset-hold.ts).
  restoration: 72 * hour,
}

/** A link or a code about an e-mail. `email` is the address that becomes the user's, or is confirmed. */
export type EmailChange = {
  readonly id: string
  readonly email: string
  readonly purpose: EmailPurpose
  readonly expiresAt: Date
}

/** Inserts a link or a code and makes it valid. Before a new e-mail, end the user's earlier one (`endEmailChange`). */
export async function insertEmailChange(
  connection: PoolClient,
  {
    userId,
    askedBy,
    ...change
  }: Pick<EmailChange, 'email' | 'purpose'> & { userId: string; askedBy: string },
  { key, now }: { key: RotatingKey; now: Date },
): Promise<EmailChange> {
  const id = timeOrderedId(now)
  const expiresAt = new Date(now.getTime() + validMilliseconds[change.purpose])
  await connection.query(
    `insert into email_changes (id, user_id, new_email, purpose, asked_at, asked_by, token_hash, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      id,
      userId,
      change.email,
      change.purpose,
      now,
      askedBy,
      linkTokenHash(linkToken(key.current, id)),
      expiresAt,
    ],
  )
  return { ...change, id, expiresAt }
}

const columns = 'c.id, c.new_email as email, c.purpose, c.expires_at as "expiresAt"'

// Not used, replaced, cancelled or expired.
const isPending = 'c.used_at is null and c.ended_at is null and c.expires_at > $2'

/** A user's new e-mail that waits for its confirmation, by a link or by a code; undefined when there is none. */
export async function findPendingEmail(
  db: Connection,
  userId: string,
  { purpose, now }: { purpose: 'correction' | 'own_change'; now: Date },
): Promise<EmailChange | undefined> {
  const { rows } = await db.query<EmailChange>(
    `select ${columns} from email_changes c where c.user_id = $1 and ${isPending} and c.purpose = $3`,
    [userId, now, purpose],
  )
  return rows[0]
}

/** The valid links and codes of all users after the one with this id, if given, oldest first. At most 20. */
export async function findPendingEmailsAfter(
  db: Connection,
  id: string | undefined,
  now: Date,
): Promise<EmailChange[]> {
  const { rows } = await db.query<EmailChange>(
    `select ${columns}
       from email_changes c
      where ($1::uuid is null or c.id > $1) and ${isPending}
      order by c.id
      limit 20`,
    [id ?? null, now],
  )
  return rows
}

/** The purpose of a link or a code that `insertEmailChange` made. */
export async function findEmailPurpose(db: Connection, id: string): Promise<EmailPurpose> {
  const { rows } = await db.query<{ purpose: EmailPurpose }>(
    'select purpose from email_changes where id = $1',
    [id],
  )
  return rows[0]!.purpose
}

/** The user of a valid link of this purpose, and when it was made; undefined when the token is invalid. Does not use it up. */
export async function findLink(
  db: Connection,
  token: string,
  { purpose, now }: { purpose: EmailPurpose; now: Date },
): Promise<{ userId: string; askedAt: Date } | undefined> {
  const { rows } = await db.query<{ userId: string; askedAt: Date }>(
    `select c.user_id as "userId", c.asked_at as "askedAt"
       from email_changes c where c.token_hash = $1 and ${isPending} and c.purpose = $3`,
    [linkTokenHash(token), now, purpose],
  )
  return rows[0]
}

/** A link that confirms a user's present e-mail, also one that is used or expired; undefined for any other token. */
export async function findConfirmation(
  db: Connection,
  token: string,
): Promise<(EmailChange & { readonly userId: string }) | undefined> {
  const { rows } = await db.query<EmailChange & { userId: string }>(
    `select ${columns}, c.user_id as "userId" from email_changes c where c.token_hash = $1 and c.purpose = 'confirmation'`,
    [linkTokenHash(token)],
  )
  return rows[0]
}

/** Uses up a link or a code and returns its e-mail; undefined when another request was first. Lock the user first. */
export async function useEmailChange(
  connection: PoolClient,
  token: string,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await connection.query<{ email: string }>(
    `update email_changes c set used_at = $2
      where c.token_hash = $1 and ${isPending}
     returning c.new_email as email`,
    [linkTokenHash(token), now],
  )
  return rows[0]?.email
}

/** Ends a user's pending new e-mail, and with it the link or the code. Lock the user first. */
export async function endEmailChange(connection: PoolClient, userId: string, now: Date): Promise<void> {
  await connection.query(
    `update email_changes set ended_at = $2
      where user_id = $1 and used_at is null and ended_at is null and purpose in ('correction', 'own_change')`,
    [userId, now],
  )
}

/**
 * Ends the links that restore an e-mail which the user had after the one of the link with this token: who takes the older e-mail
 * back does not trust those that came after it.
 */
export async function endLaterRestorations(
  connection: PoolClient,
  { userId, token, now }: { userId: string; token: string; now: Date },
): Promise<void> {
  await connection.query(
    `update email_changes later set ended_at = $3
       from email_changes used
      where used.token_hash = $2 and later.user_id = $1 and later.purpose = 'restoration' and later.id > used.id
        and later.used_at is null and later.ended_at is null`,
    [userId, linkTokenHash(token), now],
  )
}

/**
 * True while another user may take this e-mail back: the person who changed it must not register with it, or give it to another account, and
 * so end the way back. Call it after the e-mail was written, which waits for a change of it that is being committed.
 */
export async function isEmailHeld(
  connection: PoolClient,
  email: string,
  { userId, now }: { userId: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await connection.query(
    `select from email_changes c
      where c.new_email = $1 and ${isPending} and c.purpose = 'restoration' and c.user_id <> $3 limit 1`,
    [email, now, userId],
  )
  return rowCount === 1
}

const wrongCodesMax = 5

/** Counts a wrong code; the fifth ends the change. Lock the user first. */
export async function countWrongCode(connection: PoolClient, id: string, now: Date): Promise<void> {
  await connection.query(
    `update email_changes
        set wrong_codes = wrong_codes + 1, ended_at = case when wrong_codes + 1 >= $3 then $2::timestamptz end
      where id = $1`,
    [id, now, wrongCodesMax],
  )
}

/** The six digits that are mailed instead of a link. They follow from its token, so they are not stored. */
export function emailCode(token: string): string {
  const number = createHash('sha256').update(`code ${token}`).digest().readUIntBE(0, 6) % 1_000_000
  return String(number).padStart(6, '0')
}

/** Whether a text of six digits is the code of this token. */
export function isEmailCode(text: string, token: string): boolean {
  return timingSafeEqual(Buffer.from(text), Buffer.from(emailCode(token)))
}

/** Ends every link and code of every user. */
export async function endAllEmailChanges(connection: PoolClient, now: Date): Promise<void> {
  await connection.query(
    'update email_changes set ended_at = $1 where used_at is null and ended_at is null',
    [now],
  )
}

/** The token of a link that `insertEmailChange` made valid. */
export const readEmailToken = linkTokenReader('email_changes')

export async function deleteOldEmailChanges(db: Connection, now: Date): Promise<number> {
  return deleteOldLinks(db, { table: 'email_changes', mailColumn: 'email_change_id', now })
}
