import { totalMax } from '@bank/contract/gateway/document-page'
import type { UserSelection } from '@bank/contract/gateway/users/form'
import type { UserRecord, UserRecordPage } from '@bank/contract/gateway/users/view'
import { hasFewer } from '../../postgres/bounded-count.ts'
import type { Connection } from '../../postgres/database.ts'
import { type Parameter, startValues } from '../../postgres/query-values.ts'
import { Refusal } from '../../refusal.ts'
import { hasTrigrams, scannedMax, trigramsOf } from '../../users/user-search.ts'

// A total counts more users than a page reads.
const countScannedMax = 20_000

/**
 * A page of users with details and balance, and their total. Throws `cursor_unknown` for a cursor that is no user. The scans of the
 * page and of the count read up to `scanMax` users.
 */
export async function readUserRecordPage(
  db: Connection,
  selection: UserSelection,
  scanMax = { page: scannedMax, count: countScannedMax },
): Promise<UserRecordPage> {
  const { ids, emails, names, isAdministrator, isActive } = selection
  const isEmpty = [ids, emails, names, isAdministrator, isActive].some((values) => values?.length === 0)
  if (isEmpty) return { users: [], total: 0 }
  const [users, total] = await Promise.all([
    readUserRecords(db, selection, scanMax.page),
    countUserRecords(db, selection, scanMax.count),
  ])
  return { users, total }
}

async function readUserRecords(
  db: Connection,
  selection: UserSelection,
  scanMax: number,
): Promise<UserRecord[]> {
  const { order, limit, offset, cursor, emailParts } = selection
  const createdAt = cursor && (await findCreatedAt(db, cursor.at))
  const isDescending = (order === 'newest_first') !== (cursor?.isBefore ?? false)
  const direction = isDescending ? 'desc' : 'asc'
  const inOrder = `order by u.created_at ${direction}, u.id ${direction}`
  const read = async (search: Search) => {
    const { values, value, conditions } = startQuery(selection)
    const isBeyond = cursor
      ? `(u.created_at, u.id) ${isDescending ? '<' : '>'} (${value(createdAt)}::timestamptz, ${value(cursor.at)}::uuid)`
      : 'true'
    const table = tableOf(emailParts, search, `${isBeyond} ${inOrder} limit ${scanMax}`, value)
    const { rows } = await db.query<Row>(
      `${table.definition}
       select ${columns}
         from ${table.name} u join accounts a on a.user_id = u.id and a.is_main join ledger_accounts l on l.id = a.id
        where ${[...conditions, isBeyond].join(' and ')}
        ${inOrder}
        limit ${value(limit)} offset ${value(offset)}`,
      values,
    )
    return rows.map(recordOf)
  }
  const found = await read('scan')
  const isComplete =
    emailParts.length === 0 || found.length === limit || (await hasFewer(db, 'users', scanMax))
  const users = isComplete ? found : await read('trigrams')
  return cursor?.isBefore ? users.reverse() : users
}

async function countUserRecords(db: Connection, selection: UserSelection, scanMax: number): Promise<number> {
  const { emailParts, isActive } = selection
  const accounts = isActive ? 'join accounts a on a.user_id = u.id and a.is_main' : ''
  const count = async (search: Search) => {
    const { values, value, conditions } = startQuery(selection)
    const newest = `true order by u.created_at desc, u.id desc limit ${scanMax}`
    const table = tableOf(emailParts, search, newest, value)
    const { rows } = await db.query<{ count: bigint }>(
      `${table.definition}
       select count(*) as count
         from (select from ${table.name} u ${accounts}
                where ${conditions.join(' and ')} limit ${value(totalMax)}) found`,
      values,
    )
    return Number(rows[0]!.count)
  }
  const found = await count('scan')
  const isComplete = emailParts.length === 0 || found === totalMax || (await hasFewer(db, 'users', scanMax))
  return isComplete ? found : count('trigrams')
}

/** The conditions of a query for selected users, `u`, and their accounts, `a`, with the values in them. */
function startQuery(selection: UserSelection) {
  const { ids, emails, names, isAdministrator, isActive, emailParts } = selection
  const { values, value } = startValues()
  const conditions: string[] = []
  if (ids) conditions.push(`u.id = any(${value(ids)}::uuid[])`)
  if (emails) conditions.push(`u.email = any(${value(emails)}::text[])`)
  if (names) conditions.push(`u.name = any(${value(names)}::text[])`)
  // Written out, for the indexes of administrators and of inactive accounts.
  conditions.push(eitherOf(isAdministrator, "u.role = 'administrator'", "u.role <> 'administrator'"))
  conditions.push(eitherOf(isActive, 'a.is_active', 'not a.is_active'))
  for (const part of emailParts) conditions.push(`position(${value(part)} in u.email) > 0`)
  return { values, value, conditions }
}

function eitherOf(wanted: readonly boolean[] = [true, false], whenTrue: string, whenFalse: string): string {
  if (wanted.length > 1) return 'true'
  return wanted[0] ? whenTrue : whenFalse
}

/**
 * Where an e-mail that contains a text is looked for: among the `newest` users, which is fast for a text that many contain, or
 * by the index, which is fast for a rare one (`user-search.ts`).
 */
type Search = 'scan' | 'trigrams'

function tableOf(
  emailParts: readonly string[],
  search: Search,
  newest: string,
  value: Parameter,
): { definition: string; name: string } {
  if (emailParts.length === 0) return { definition: '', name: 'users' }
  const found = search === 'scan' ? newest : hasTrigrams('u.email', emailParts.flatMap(trigramsOf), value)
  return {
    definition: `with searched as materialized (select * from users u where ${found})`,
    name: 'searched',
  }
}

/** When a user was created, with all its digits. */
async function findCreatedAt(db: Connection, id: string): Promise<string> {
  const { rows } = await db.query<{ createdAt: string }>(
    'select created_at::text as "createdAt" from users where id = $1',
    [id],
  )
  if (!rows[0]) throw new Refusal('cursor_unknown')
  return rows[0].createdAt
}

const columns = `
  u.id, u.email, u.name, u.role, u.phone, u.dob, u.gender, u.employment_status as "employmentStatus", u.country, u.street,
  u.city, u.state, u.zip, u.avatar, u.created_at as "createdAt", a.number, a.type, a.currency, a.is_active as "isActive",
  l.balance_minor as "balanceMinor"`

type Row = Omit<UserRecord, 'account'> & UserRecord['account']

function recordOf({ number, type, currency, isActive, balanceMinor, ...user }: Row): UserRecord {
  return { ...user, account: { number, type, currency, isActive, balanceMinor } }
}
