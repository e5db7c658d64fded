import { endOfDayAfter } from '@bank/contract/bank-day'
import type { CaseKind, CaseList, CaseState } from '@bank/contract/support/states'
import type { PoolClient } from 'pg'
import type { Config } from '../config/config.ts'
import { supportMail } from '../mail/letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import type { Connection } from '../postgres/database.ts'
import { type Person, personOf } from '../postgres/person-of.ts'
import { type Parameter, startValues } from '../postgres/query-values.ts'
import { Refusal } from '../refusal.ts'
import { insertEntry } from './case-entry.ts'

/** What someone asked the bank, or a dispute of a transaction. `userId` is null when the sender was not signed in. */
export type Case = {
  readonly id: string
  readonly kind: CaseKind
  readonly userId: string | null
  readonly email: string
  readonly subject: string
  readonly transactionId: string | null
  readonly createdAt: Date
  readonly state: CaseState
  /** Until when the bank must answer, or decide a dispute; null while nothing is due. */
  readonly dueAt: Date | null
}

/** The random end of a case's id, short enough to say on the phone. */
export function referenceOf(id: string): string {
  return id.slice(-8).toUpperCase()
}

/** Until when the bank must answer what is written now: the end of the bank's day that is ANSWER_WITHIN days later. */
export function answerDueAt(now: Date, config: Pick<Config, 'timeZone' | 'answerWithinDays'>): Date {
  return endOfDayAfter(now, config.timeZone, config.answerWithinDays)
}

/** A case to be opened, with the text of its first entry. */
export type NewCase = Omit<Case, 'state' | 'createdAt' | 'dueAt'> & {
  readonly text: string
  /** Who wrote the text: the sender, or a member of staff for the sender. */
  readonly authorId: string | null
  readonly dueAt: Date
  readonly now: Date
}

/**
 * Opens a case in the caller's database transaction, and mails it to SUPPORT_EMAIL if that is configured. Its first entry has its id.
 * `transactionId` must be the customer's own, unless the sender was not signed in. Returns false for a repeat under the same id. Throws
 * `id_reused` when something else has the id.
 */
export async function openCase(
  connection: PoolClient,
  config: Pick<Config, 'supportEmail'>,
  { text, authorId, ...opened }: NewCase,
): Promise<boolean> {
  const { id, kind, userId, email, subject, transactionId, dueAt, now } = opened
  const { rowCount } = await connection.query(
    `insert into cases (id, kind, user_id, email, subject, transaction_id, created_at, state, due_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'open', $8)
     on conflict (id) do nothing`,
    [id, kind, userId, email, subject, transactionId, now, dueAt],
  )
  const isNew = rowCount === 1
  if (!isNew) {
    const same = await connection.query(
      `select from cases
        where id = $1 and kind = $2 and user_id is not distinct from $3 and email = $4 and subject = $5
          and transaction_id is not distinct from $6`,
      [id, kind, userId, email, subject, transactionId],
    )
    if (same.rowCount === 0) throw new Refusal('id_reused')
  }
  const side = authorId === userId ? 'customer' : 'bank'
  await insertEntry(connection, { id, caseId: id, side, authorId, text, now })
  if (isNew) await mailEntry(connection, config, { id, email, subject, text, now })
  return isNew
}

/** Mails what was written in a case to SUPPORT_EMAIL, if that is configured. */
export async function mailEntry(
  connection: PoolClient,
  { supportEmail }: Pick<Config, 'supportEmail'>,
  { id, email, subject, text, now }: Pick<NewCase, 'id' | 'email' | 'subject' | 'text' | 'now'>,
): Promise<void> {
  if (supportEmail === undefined) return
  const mail = supportMail(supportEmail, { reference: referenceOf(id), email, subject, message: text })
  await queueMail(connection, mail, now)
}

/** The first moment at which a case is or was due; undefined where nothing is due. */
export async function findFirstDue(db: Connection): Promise<Date | undefined> {
  const { rows } = await db.query<{ dueAt: Date }>(
    'select due_at as "dueAt" from cases where due_at is not null order by due_at limit 1',
  )
  return rows[0]?.dueAt
}

/** How many cases have a deadline, counted up to `countMax`, and for how many of them it is over. */
export async function countDueCases(
  db: Connection,
  { now, countMax }: { now: Date; countMax: number },
): Promise<{ count: number; overdueCount: number }> {
  const { rows } = await db.query<{ count: number; overdueCount: number }>(
    `select count(*)::integer as count, (count(*) filter (where due_at < $1))::integer as "overdueCount"
       from (select due_at from cases where due_at is not null order by due_at limit $2) found`,
    [now, countMax],
  )
  return rows[0]!
}

/** A case in the lists of staff. */
export type CaseForStaff = Omit<Case, 'userId'> & {
  readonly reference: string
  readonly user: Person | null
  /** Of a case without a user: whose address was typed. */
  readonly addressOwner: Person | null
  readonly owner: Person | null
}

const selectForStaff = `
  select c.id, c.kind, ${personOf('u')} as user, c.email, c.subject,
         c.transaction_id as "transactionId", c.created_at as "createdAt", c.state, c.due_at as "dueAt",
         ${personOf('a')} as "addressOwner", ${personOf('o')} as owner
    from cases c
    left join users u on u.id = c.user_id
    left join users a on a.email = c.email and c.user_id is null
    left join users o on o.id = c.taken_by`

export async function findCase(db: Connection, id: string): Promise<CaseForStaff | undefined> {
  return (await selectCases(db, 'where c.id = $1', [id]))[0]
}

async function selectCases(db: Connection, selection: string, values: unknown[]): Promise<CaseForStaff[]> {
  const { rows } = await db.query<Omit<CaseForStaff, 'reference'>>(`${selectForStaff} ${selection}`, values)
  return rows.map((row) => ({ ...row, reference: referenceOf(row.id) }))
}

/** The last case of a page: the next page begins after it. */
export type CaseCursor = {
  readonly id: string
  /** When it is due, in the list of those; in other lists, when it was opened. */
  readonly at: Date
}

/** Up to `limit` cases after one: of the list `due` by their deadlines, of another list, or of all of them, the newest first. */
export async function findCases(
  db: Connection,
  { list, after, limit }: { list: CaseList | undefined; after: CaseCursor | undefined; limit: number },
): Promise<CaseForStaff[]> {
  const { values, value } = startValues()
  const selection = list === 'due' ? dueFirst(after, value) : newestFirst(list, after, value)
  return selectCases(db, `${selection} limit ${value(limit)}`, values)
}

function dueFirst(after: CaseCursor | undefined, value: Parameter): string {
  const isAfter = after
    ? `and (c.due_at, c.created_at, c.id)
           > (${value(after.at)}::timestamptz, (select created_at from cases where id = ${value(after.id)}), ${value(after.id)}::uuid)`
    : ''
  return `where c.due_at is not null ${isAfter} order by c.due_at, c.created_at, c.id`
}

function newestFirst(list: CaseState | undefined, after: CaseCursor | undefined, value: Parameter): string {
  const conditions = [
    ...(list ? [`c.state = ${value(list)}`] : []),
    ...(after ? [`(c.created_at, c.id) < (${value(after.at)}::timestamptz, ${value(after.id)}::uuid)`] : []),
  ]
  return `${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''} order by c.created_at desc, c.id desc`
}

// What is older is found on the page of the cases. A text takes longer to be searched than a subject.
const searchedCasesMax = 5_000
const searchedEntriesMax = 1_000

/**
 * Up to `limit` cases with a text, the newest first: in the subject, the address or the reference of the newest cases, or in one of the
 * newest entries. Without the notes in the reader's own cases.
 */
export async function searchCases(
  db: Connection,
  text: string,
  { readerId, limit }: { readerId: string; limit: number },
): Promise<Pick<Case, 'id' | 'subject' | 'email' | 'createdAt'>[]> {
  const { rows } = await db.query(
    `select id, subject, email, created_at as "createdAt"
       from cases
      where id in ((select id
                      from (select * from cases order by created_at desc, id desc limit ${searchedCasesMax}) c
                     where position(lower($1) in lower(subject || ' ' || email)) > 0
                        or (char_length($1) <= 8 and position(lower($1) in right(id::text, 8)) > 0)
                     order by created_at desc, id desc
                     limit $2)
                    union all
                   select case_id
                     from (select * from case_entries order by written_at desc, id desc limit ${searchedEntriesMax}) e
                    where position(lower($1) in lower(text)) > 0
                      and (side <> 'note' or case_id not in (select id from cases where user_id = $3)))
      order by created_at desc, id desc
      limit $2`,
    [text, limit, readerId],
  )
  return rows
}

/** What decides about a case, which is locked. */
export type LockedCase = Pick<Case, 'id' | 'userId' | 'email' | 'subject' | 'state'> & {
  readonly owner: Person | null
  /** Until when the bank decides its dispute; null without one, and once it has ended. */
  readonly decideBy: Date | null
}

/** Locks and reads a case; undefined when there is no such case. */
export async function lockCase(connection: PoolClient, id: string): Promise<LockedCase | undefined> {
  // By a statement of its own: one that waits reads the case again, and not what is joined to it.
  await connection.query('select from cases where id = $1 for no key update', [id])
  const { rows } = await connection.query<LockedCase>(
    `select c.id, c.user_id as "userId", c.email, c.subject, c.state, ${personOf('o')} as owner, d.due_at as "decideBy"
       from cases c
       left join users o on o.id = c.taken_by
       left join disputes d on d.id = c.id and d.ended_at is null
      where c.id = $1`,
    [id],
  )
  return rows[0]
}

export async function setCaseState(
  connection: PoolClient,
  id: string,
  { state, dueAt }: Pick<Case, 'state' | 'dueAt'>,
): Promise<void> {
  await connection.query('update cases set state = $2, due_at = $3 where id = $1', [id, state, dueAt])
}

/** Makes a member of staff the owner of a case, or leaves it without one. */
export async function setOwner(connection: PoolClient, id: string, userId: string | null): Promise<void> {
  await connection.query('update cases set taken_by = $2 where id = $1', [id, userId])
}

/** The last `limit` cases of a user, the newest first. */
export async function findCasesOfUser(
  db: Connection,
  userId: string,
  limit: number,
): Promise<
  (Pick<Case, 'id' | 'kind' | 'subject' | 'transactionId' | 'createdAt' | 'state'> & { isTaken: boolean })[]
> {
  const { rows } = await db.query(
    `select id, kind, subject, transaction_id as "transactionId", created_at as "createdAt", state,
            taken_by is not null as "isTaken"
       from cases
      where user_id = $1
      order by created_at desc, id desc
      limit $2`,
    [userId, limit],
  )
  return rows
}
