import type { OutgoingMailQuery } from '@bank/contract/outbox/form'
import { timeOrderedId } from '@bank/contract/time-ordered-id'
import type { PoolClient } from 'pg'
import type { Connection, Database } from '../postgres/database.ts'
import { deleteOldRows } from '../postgres/delete-old-rows.ts'
import { startValues } from '../postgres/query-values.ts'
import { type Letter, unnamedGreeting } from './letter.ts'

/** A mail to be queued. */
export type Mail = {
  readonly recipient: string
  readonly subject: string
  readonly letter: Letter
  /** After this moment the mail is not sent any more. */
  readonly expiresAt?: Date
  /** The link of the letter's button, which is filled in when the mail is sent; the outbox does not show it. */
  readonly passwordResetId?: string
  /** The same for a link or a code about an e-mail. A mail has one of all these at most. */
  readonly emailChangeId?: string
  /** True for an address that the bank knows to be the reader's, although no user has it now. */
  readonly isProven?: true
  /** An idempotency key: a mail is queued once for each reason. */
  readonly reason?: string
}

// Enough for a welcome, a link and one more, and too few to fill the mailbox of a stranger.
const mailsToUnknownMax = 3

/**
 * Queues a mail in the database transaction of its reason: both are committed, or neither. Anybody can register with another
 * person's address, and a sign-in proves nothing about it. So the greeting leaves out the name until the address is confirmed, and
 * until then, or until staff have activated the account or made the user an administrator, nothing is queued after three mails of
 * all kinds in 24 hours. Every other address gets three links and codes about an e-mail in 24 hours, because customers can have them
 * sent anywhere. Returns whether the mail was queued.
 */
export async function queueMail(
  connection: Pick<PoolClient, 'query'>,
  mail: Mail,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await connection.query({ ...queueMailStatement, values: mailValues(mail, now) })
  return rowCount === 1
}

/** The statement that queues a mail, for the books, which have a dedicated connection. */
export const queueMailStatement = {
  name: 'queue-mail',
  text: `
  with reader as (
    select $12::boolean or $8::uuid is null and coalesce(bool_or(u.email_confirmed_at is not null), true) as is_named,
           coalesce(bool_or(u.email_confirmed_at is not null or a.activated_at is not null
                            or u.role <> 'customer'), true) as is_known
      from users u join accounts a on a.user_id = u.id and a.is_main
     where u.email = $2::text
  )
  insert into outgoing_mail (id, recipient, subject, letter, created_at, next_try_at, worth_until, password_reset_id,
                             email_change_id, reason)
  select $1::uuid, $2::text, $3::text, case when is_named then $4::jsonb else $10::jsonb end, $5::timestamptz, $5::timestamptz,
         $6::timestamptz, $7::uuid, $8::uuid, $9::text
    from reader
   where $12::boolean
      or is_known and $8::uuid is null
      or (select count(*)
            from outgoing_mail
           where recipient = $2::text and created_at > $5::timestamptz - interval '24 hours'
             and (email_change_id is not null or not is_known))
         < $11::integer
  on conflict (reason) do nothing`,
}

export function mailValues(mail: Mail, now: Date): (string | null)[] {
  const { recipient, subject, letter, expiresAt, passwordResetId, emailChangeId, isProven = false } = mail
  const unnamed = letter.greeting === undefined ? letter : { ...letter, greeting: unnamedGreeting }
  return [
    timeOrderedId(now),
    recipient,
    subject,
    JSON.stringify(letter),
    now.toISOString(),
    expiresAt?.toISOString() ?? null,
    passwordResetId ?? null,
    emailChangeId ?? null,
    mail.reason ?? null,
    JSON.stringify(unnamed),
    String(mailsToUnknownMax),
    String(isProven),
  ]
}

/** A mail as it is stored. */
type StoredMail = Pick<Mail, 'recipient' | 'subject' | 'letter'> & { readonly id: string }

/** A mail that the process that claimed it sends now. */
export type ClaimedMail = StoredMail & {
  readonly passwordResetId: string | null
  readonly emailChangeId: string | null
  readonly createdAt: Date
  readonly expiresAt: Date | null
  /** How often it has been claimed, including this time. */
  readonly attempts: number
  readonly lastFault: string | null
}

/**
 * Claims mails that are due, the longest due first. No other process claims them until `freeAt`. Concurrent processes do not
 * wait for each other.
 */
export async function claimMail(
  db: Database,
  { now, freeAt, countMax }: { now: Date; freeAt: Date; countMax: number },
): Promise<ClaimedMail[]> {
  const { rows } = await db.query<ClaimedMail>({
    name: 'claim-mail',
    // Materialized: as a part of the update the search could run twice and claim more than $3.
    text: `
      with due as materialized (
        select id
          from outgoing_mail
         where sent_at is null and given_up_at is null and next_try_at <= $1
         order by next_try_at
         limit $3
           for update skip locked
      )
      update outgoing_mail m
         set attempts = m.attempts + 1, next_try_at = $2
        from due
       where m.id = due.id
      returning m.id, m.recipient, m.subject, m.letter, m.password_reset_id as "passwordResetId",
                m.email_change_id as "emailChangeId", m.created_at as "createdAt", m.worth_until as "expiresAt", m.attempts,
                m.last_fault as "lastFault"`,
    values: [now, freeAt, countMax],
  })
  return rows
}

/** The number of mails that are neither sent nor given up. */
export async function countWaitingMail(db: Connection): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    // The condition of the index of due mail.
    'select count(*)::integer as count from outgoing_mail where sent_at is null and given_up_at is null',
  )
  return rows[0]!.count
}

/**
 * How much mail is not sent: untried, to be tried again, and given up since a moment. Each is counted up to `countMax`. While mail
 * is off none is tried again: all of it waits.
 */
export async function countUnsentMail(
  db: Connection,
  { isOff, givenUpSince, countMax }: { isOff: boolean; givenUpSince: Date; countMax: number },
): Promise<{ waitingCount: number; retryingCount: number; givenUpCount: number }> {
  const unsent = 'sent_at is null and given_up_at is null'
  const countOf = (condition: string) =>
    `(select count(*)::integer from (select from outgoing_mail where ${condition} limit $2) counted)`
  const { rows } = await db.query(
    // While mail is off everything is kept: the few that were tried before would be looked for among all.
    `select ${countOf(isOff ? unsent : `${unsent} and attempts = 0`)} as "waitingCount",
            ${isOff ? '0' : countOf(`${unsent} and attempts > 0`)} as "retryingCount",
            ${countOf('given_up_at >= $1')} as "givenUpCount"`,
    [givenUpSince, countMax],
  )
  return rows[0]
}

export async function markSent(db: Database, id: string, now: Date): Promise<void> {
  await db.query('update outgoing_mail set sent_at = $2, last_fault = null where id = $1', [id, now])
}

/** Stores why an attempt failed and when the next one is due; null gives the mail up. */
export async function markFailed(
  db: Database,
  { id, attempts }: Pick<ClaimedMail, 'id' | 'attempts'>,
  { fault, nextTryAt, now }: { fault: string; nextTryAt: Date | null; now: Date },
): Promise<void> {
  // Nothing changes when another process has claimed the mail in the meantime.
  await db.query(
    `update outgoing_mail
        set last_fault  = $3,
            next_try_at = coalesce($4::timestamptz, next_try_at),
            given_up_at = case when $4::timestamptz is null then $5::timestamptz end
      where id = $1 and attempts = $2 and sent_at is null`,
    [id, attempts, fault, nextTryAt, now],
  )
}

/** Gives up all mail that waits, and returns its number. `fault` is the reason that the outbox shows. */
export async function giveUpWaitingMail(
  connection: PoolClient,
  { fault, now }: { fault: string; now: Date },
): Promise<number> {
  const { rowCount } = await connection.query(
    `update outgoing_mail set given_up_at = $1, last_fault = $2
      where sent_at is null and given_up_at is null`,
    [now, fault],
  )
  return rowCount ?? 0
}

/** A mail of the bank, sent or not. */
export type OutgoingMail = StoredMail & {
  readonly createdAt: Date
  readonly sentAt: Date | null
  readonly givenUpAt: Date | null
  readonly attempts: number
  /** Null for a mail that was written before attempts were counted. */
  readonly nextTryAt: Date | null
  readonly lastFault: string | null
}

/** Up to `limit` mails to a recipient and of a state, or all, newest first, after the one whose id is given. */
export async function findOutgoingMail(
  db: Connection,
  {
    to,
    state,
    after,
    limit,
  }: Pick<OutgoingMailQuery, 'to' | 'state'> & { after: string | undefined; limit: number },
): Promise<OutgoingMail[]> {
  const { values, value } = startValues()
  const conditions = [
    after !== undefined && `id < ${value(after)}`,
    to !== undefined && `recipient = ${value(to)}`,
    state !== undefined && stateConditions[state],
  ].filter(Boolean)
  // Ids begin with the time, so they are in the order in which the mails were written.
  const { rows } = await db.query<OutgoingMail>(
    `select id, recipient, subject, letter, created_at as "createdAt", sent_at as "sentAt", given_up_at as "givenUpAt",
            attempts, nullif(next_try_at, '-infinity') as "nextTryAt", last_fault as "lastFault"
       from outgoing_mail
      ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
      order by id desc
      limit ${value(limit)}`,
    values,
  )
  return rows
}

const stateConditions = {
  unsent: 'sent_at is null and given_up_at is null',
  sent: 'sent_at is not null',
  given_up: 'given_up_at is not null',
}

// Three months: long enough to answer a customer who asks what the bank wrote. An older mail was sent or given up, or mail is
// off.
const keptMilliseconds = 90 * 24 * 60 * 60_000

/** Deletes mail that is older than 90 days, sent or not, and returns its number. */
export async function deleteOldMail(db: Connection, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keptMilliseconds)
  return deleteOldRows(db, { table: 'outgoing_mail', column: 'created_at', before })
}

/**
 * Deletes requested links that are older than 90 days and expired, and returns their number. A link that a mail refers to stays
 * until that mail is deleted. The audit log keeps the requests and uses of links.
 */
export async function deleteOldLinks(
  db: Connection,
  { table, mailColumn, now }: { table: string; mailColumn: string; now: Date },
): Promise<number> {
  return deleteOldRows(db, {
    table,
    column: 'asked_at',
    before: new Date(now.getTime() - keptMilliseconds),
    keep: `exists (select from outgoing_mail where ${mailColumn} = old.id)`,
  })
}
