import type { AccountState } from '@bank/contract/accounts/state'
import type { UserListQuery } from '@bank/contract/admin/users/form'
import type { Currency } from '@bank/ledger/currency'
import { closed, deactivated, declined, waiting } from '../accounts/account.ts'
import { type Counted, counted, hasFewer, told } from '../postgres/bounded-count.ts'
import type { Connection } from '../postgres/database.ts'
import { type Parameter, startValues } from '../postgres/query-values.ts'
import type { User } from './user.ts'

/** A user in the list of users. */
export type ListedUser = Pick<User, 'id' | 'name' | 'email' | 'role' | 'country' | 'avatar'> & {
  readonly isActive: boolean
  readonly activatedAt: Date | null
  readonly declinedAt: Date | null
  /** When the main account was closed; null while it is open. */
  readonly closedAt: Date | null
  readonly createdAt: Date
  readonly number: string
  readonly currency: Currency
  readonly balanceMinor: bigint
}

/** A text to find users by. */
export type UserSearch = {
  readonly email: string
  /** Parts of a name in any order, like the names of the index: in lower case and without accents. */
  readonly words: readonly string[]
  /** The last digits of a telephone number, in reverse; undefined when the text is no such number. */
  readonly phone: string | undefined
  /** The first or last digits of an account number; undefined when the text is no such number. */
  readonly digits: string | undefined
}

/** Which users are listed. */
export type UserSelection = {
  readonly search: UserSearch | undefined
  readonly state: AccountState | undefined
}

/** The search for a text that an administrator typed. */
export async function readSearch(db: Connection, text: string): Promise<UserSearch> {
  const { rows } = await db.query<{ name: string }>('select folded($1) as name', [text])
  const number = text.replace(/\s/g, '')
  return {
    email: text.toLowerCase(),
    words: rows[0]!.name.split(/\s+/).filter((word) => word !== ''),
    phone: phoneEnd(text),
    digits: /^[0-9]{1,10}$/.test(number) ? number : undefined,
  }
}

// The end of a number is the same in every notation: with a country's code, a zero in its place, or neither.
const phoneDigits = { min: 6, compared: 8 }

// As pages, letters and links write a number: with dashes and wide digits of all kinds, and an extension, which is not looked for.
const phoneText = /^(?:tel:)?([+0-9\s()./·−\p{Pd}]+?)(?:[\s,;]*(?:ext(?:ension)?[.:=]?|x|#)\s*[0-9]{1,7})?$/iu

function phoneEnd(text: string): string | undefined {
  const [, number = ''] = phoneText.exec(text.normalize('NFKC')) ?? []
  const digits = number.replace(/\D/g, '').replace(/^0+/, '')
  if (digits.length < phoneDigits.min) return undefined
  return [...digits.slice(-phoneDigits.compared)].reverse().join('')
}

// A text that many users have is found by scanning users in the wanted order, a rare text by the indexes: each is fast where the
// other is slow. The same is true for a state in the order of names. A scan that ended before its limit has found everything: the
// indexes are not asked, because they are slow for a text that many users have and few users of the state.
export const scannedMax = 5_000
// The fewer are wanted, the sooner a text that many have is found.
const scannedForEach = 600
// By age an index has the texts themselves, except numbers: a hundred users are on a page of it.
const textsScannedMax = 20_000
// Of a scan, the first part shows whether the whole of it would find enough.
const triedShare = 0.1
// More are not sorted: a page of so many users is found in their order, however far away it begins.
const sortedMax = 10_000

// Where so many were found for each that is wanted, the first entries of the index of ages soon have a page of them, and not each is
// looked up.
const foundForEach = 40
const agesMax = 30_000
const agesForEach = 2_000

/** Users, and the ids of all that the indexes found, up to one more than are sorted; undefined where the indexes were not asked. */
export type FoundUsers = {
  readonly users: ListedUser[]
  readonly ids?: FoundIds | undefined
}

/** Ids, as PostgreSQL writes an array of them: the program only passes them on. */
type FoundIds = { readonly array: string; readonly count: number }

type UserPage = { order: UserListQuery['order']; after: string | undefined; limit: number }

/** Up to `limit` selected users after the one with the id `after`, in an order. A scan reads up to `scanMax` users. */
export async function findUsers(
  db: Connection,
  { search, state }: UserSelection,
  page: UserPage & { scanMax?: number },
): Promise<FoundUsers> {
  const { order, limit } = page
  const isInTexts = order !== 'name' && state === undefined && isOfWords(search)
  const { scanMax = isInTexts ? textsScannedMax : Math.min(scannedMax, scannedForEach * limit) } = page
  const read = readerOf(db, page)
  const isRareByName = order === 'name' && state !== undefined && state !== 'active'
  if (!search && !isRareByName) {
    return { users: await read(({ beyond }) => `${people} where ${beyond} and ${inState(state)}`) }
  }
  // An index has the accounts of a state in the order of their age. In the order of names all of them are read, when they are few.
  if (isRareByName && (await hasFewer(db, `${mainAccounts} where ${inState(state)}`, scanMax))) {
    const users = await read(
      ({ value, beyond }) =>
        `(select * from ${people} where ${inState(state)} limit ${scanMax}) p
          where ${beyond} and ${contains(search, value)}`,
    )
    return { users }
  }
  const scannedState = order === 'name' ? undefined : state
  const inScan = ({ beyond, inOrder }: ReturnType<typeof startQuery>) =>
    `${isInTexts ? texts : people} where ${beyond} and ${inState(scannedState)} ${inOrder}`
  const scan = (scanned: number, found: number) =>
    read((query) => {
      const rows = `(select * from ${inScan(query)} limit ${scanned}) p
                     where ${inState(state)} and ${contains(search, query.value)}`
      if (!isInTexts) return rows
      return `(select p.* from (select user_id from ${rows} ${query.inOrder} limit ${found}) found,
                               lateral (select * from ${people} where p.id = found.user_id offset 0) p) p`
    }, found)
  const enough = Math.ceil(limit * triedShare)
  const isFrequent = (await scan(Math.ceil(scanMax * triedShare), enough)).length === enough
  const scanned = isFrequent ? await scan(scanMax, limit) : undefined
  if (scanned?.length === limit) return { users: scanned }
  if (scanned) {
    const rest = startQuery(order, page.after)
    if (await hasFewer(db, inScan(rest), scanMax, rest.values)) return { users: scanned }
  } else if (await hasFewer(db, `${mainAccounts} where ${inState(scannedState)}`, scanMax)) {
    return { users: await scan(scanMax, limit) }
  }
  const ids = await findIds(db, { search, state }, sortedMax + 1)
  if (ids.count <= sortedMax) return { users: await findAmong(db, ids, state, page), ids }
  const users = await read(
    ({ value, beyond }) => `${people} where ${beyond} and ${inState(state)} and ${contains(search, value)}`,
  )
  return { users, ids }
}

/** Reads users in the order of a page: up to `rowsMax`, as many as the page has by default. */
function readerOf(db: Connection, { order, after, limit }: UserPage) {
  return async (write: (query: ReturnType<typeof startQuery>) => string, rowsMax = limit) => {
    const query = startQuery(order, after)
    const { rows } = await db.query<ListedUser>(
      `select ${listed} from ${write(query)} ${query.inOrder} limit ${query.value(rowsMax)}`,
      query.values,
    )
    return rows
  }
}

/** A page of the users with these ids who are in a state. */
async function findAmong(
  db: Connection,
  ids: FoundIds,
  state: AccountState | undefined,
  page: UserPage,
): Promise<ListedUser[]> {
  const read = readerOf(db, page)
  if (page.order !== 'name' && ids.count > foundForEach * page.limit) {
    const ages = Math.min(agesMax, agesForEach * page.limit)
    // Of a further account the age is another one than that of the main account, by which users are listed.
    const users = await read(
      ({ value, beyond, inOrder }) =>
        `(select p.*
            from (select distinct user_id, opened_at
                    from (select user_id, opened_at from accounts p where ${beyond} ${inOrder} limit ${ages}) youngest
                   where user_id in (select unnest(${value(ids.array)}::uuid[]))) found,
                 lateral (select * from ${people} where p.id = found.user_id and p.opened_at = found.opened_at offset 0) p) p
          where ${inState(state)}`,
    )
    if (users.length === page.limit) return users
  }
  return read(
    ({ value, beyond }) =>
      // Each by its id: a join may be planned that reads all accounts.
      `(select p.* from unnest(${value(ids.array)}::uuid[]) as found (id),
                        lateral (select * from ${people} where p.id = found.id offset 0) p) p
        where ${beyond} and ${inState(state)}`,
  )
}

/** The ids of up to `limit` users that the indexes find, in no order. */
async function findIds(db: Connection, { search, state }: UserSelection, limit: number): Promise<FoundIds> {
  const { values, value } = startValues()
  const found = search
    ? byIndexes(search, value)
    : `(select user_id as id from ${mainAccounts} where ${inState(state)})`
  const { rows } = await db.query<FoundIds>(
    `with listed as materialized (select array(select id from ${found} found limit ${value(limit)}) as ids)
     select ids::text as array, cardinality(ids) as count from listed`,
    values,
  )
  return rows[0]!
}

/**
 * The number of selected users, counted up to `countMax`, and whether it is all of them. A text that many users have is counted among
 * the newest, unless the indexes were asked for a page of them: `ids`.
 */
export async function countUsers(
  db: Connection,
  { search, state }: UserSelection,
  { countMax, ids, ...options }: { countMax: number; scanMax?: number } & Pick<FoundUsers, 'ids'>,
): Promise<Counted> {
  const isInTexts = state === undefined && isOfWords(search)
  const { scanMax = isInTexts ? textsScannedMax : scannedMax } = options
  const count = async (write: (value: Parameter) => string) => {
    const { values, value } = startValues()
    const { rows } = await db.query<{ count: number }>(
      `select count(*)::integer as count from (select from ${write(value)} limit ${value(countMax + 1)}) counted`,
      values,
    )
    return rows[0]!.count
  }
  const all = (found: number) => counted(found, countMax)
  const ofState = `${mainAccounts} where ${inState(state)}`
  if (!search) return all(await count(() => ofState))
  if (ids && (state === undefined || ids.count <= sortedMax)) {
    if (state === undefined) return all(ids.count)
    return all(
      await count(
        (value) =>
          `${mainAccounts} where user_id in (select unnest(${value(ids.array)}::uuid[])) and ${inState(state)}`,
      ),
    )
  }
  const { inOrder } = startQuery('newest', undefined)
  const scan = (scanned: number) =>
    count(
      (value) =>
        `(select * from ${isInTexts ? texts : people} where ${inState(state)} ${inOrder} limit ${scanned}) p
          where ${contains(search, value)}`,
    )
  if (await hasFewer(db, ofState, scanMax)) return all(await scan(scanMax))
  const scanned = await scan(isInTexts ? scanMax : Math.min(scanMax, told.scanned))
  if (scanned >= told.from) return { count: scanned, isAll: false }
  return all(
    await count((value) => {
      const found = byIndexes(search, value)
      return state === undefined
        ? `${found} p`
        : `${people} where id in (select id from ${found} found) and ${inState(state)}`
    }),
  )
}

/** The numbers of the further accounts by which a search found users, by user: of several accounts that match, the oldest. */
export async function findFurtherAccounts(
  db: Connection,
  users: readonly Pick<User, 'id' | 'email'>[],
  search: UserSearch | undefined,
): Promise<ReadonlyMap<string, string>> {
  if (search?.digits === undefined) return new Map()
  const ids = users.filter(({ email }) => !email.includes(search.email)).map(({ id }) => id)
  const { values, value } = startValues()
  const { rows } = await db.query<{ user_id: string; number: string }>(
    `select user_id, number
       from (select distinct on (user_id) user_id, number, is_main
               from accounts
              where user_id = any (${value(ids)}) and ${hasDigits('number', search.digits, value)}
              order by user_id, is_main desc, opened_at, id) found
      where not is_main`,
    values,
  )
  return new Map(rows.map(({ user_id, number }) => [user_id, number]))
}

/** Up to `limit` accounts whose number starts or ends with digits, with their holders. */
export async function findAccountsByDigits(
  db: Connection,
  digits: string,
  limit: number,
): Promise<{ number: string; isMain: boolean; user: Pick<User, 'id' | 'name'> }[]> {
  const { values, value } = startValues()
  const { rows } = await db.query<{ number: string; isMain: boolean; id: string; name: string }>(
    `select a.number, a.is_main as "isMain", u.id, u.name
       from accounts a join users u on u.id = a.user_id
      where a.number in (${numbersByIndexes(digits, value)} limit ${value(limit)})
      order by a.number`,
    values,
  )
  return rows.map(({ id, name, ...account }) => ({ ...account, user: { id, name } }))
}

/** The account numbers that start or end with digits. */
function numbersByIndexes(digits: string, value: Parameter): string {
  const between = (text: string) =>
    `between ${value(text.padEnd(10, '0'))} and ${value(text.padEnd(10, '9'))}`
  return `
    select number from accounts where number ${between(digits)}
     union
    select number from accounts where reverse(number) ${between([...digits].reverse().join(''))}`
}

/** A query in an order, with the condition that selects what is beyond the last page. */
function startQuery(order: UserListQuery['order'], after: string | undefined) {
  const { values, value } = startValues()
  const { key, id, direction } = orders[order]
  const inOrder = `order by ${key} ${direction}, ${id} ${direction}`
  if (after === undefined) return { values, value, inOrder, beyond: 'true' }
  const last = value(after)
  const isBeyond = direction === 'desc' ? '<' : '>'
  const beyond = `(${key}, ${id}) ${isBeyond} ((select ${key} from ${people} where id = ${last}), ${last}::uuid)`
  return { values, value, inOrder, beyond }
}

// Both columns of an order are of one table, so that one index has the order.
const orders = {
  newest: { key: 'opened_at', id: 'user_id', direction: 'desc' },
  oldest: { key: 'opened_at', id: 'user_id', direction: 'asc' },
  name: { key: 'folded_name', id: 'id', direction: 'asc' },
} as const

// The collation of the index: folded names sort well by their characters.
const people = `(
  select u.id, u.name, folded(u.name) collate "C" as folded_name, u.email, u.phone, u.role, u.country, u.avatar,
         a.id as account_id, a.user_id, a.number, a.currency, a.is_active, a.activated_at, a.declined_at, a.opened_at
    from users u join accounts a on a.user_id = u.id and a.is_main) p`

// Without their accounts: an index has all of it, in the order of age. The main account is opened at the same moment.
const texts = `(select u.id as user_id, u.created_at as opened_at, u.email, u.name from users u) p`

// For what needs nothing of the users themselves.
const mainAccounts = `(
  select a.id as account_id, a.user_id, a.is_active, a.activated_at, a.declined_at from accounts a where a.is_main) p`

const listed = `id, name, email, role, country, avatar, is_active as "isActive", activated_at as "activatedAt",
  declined_at as "declinedAt", (select l.closed_at from ledger_accounts l where l.id = account_id) as "closedAt", opened_at as "createdAt",
  number, currency, (select l.balance_minor from ledger_accounts l where l.id = account_id) as "balanceMinor"`

function inState(state: AccountState | undefined): string {
  if (state === undefined) return 'true'
  const isClosed = closed('p.account_id')
  return {
    // An account is closed while it is active, and never waits again.
    waiting: waiting('p'),
    active: `p.is_active and not ${isClosed}`,
    deactivated: `${deactivated('p')} and not ${isClosed}`,
    declined: declined('p'),
    closed: isClosed,
  }[state]
}

/** Whether a text is looked for in e-mail addresses and names alone. */
function isOfWords(search: UserSearch | undefined): search is UserSearch {
  return search !== undefined && search.phone === undefined && search.digits === undefined
}

/** The condition that one of a row's texts contains the searched one. */
function contains(search: UserSearch | undefined, value: Parameter): string {
  if (!search) return 'true'
  const { email, words, digits, phone } = search
  const either = [`position(${value(email)} in email) > 0`]
  if (words.length > 0) {
    either.push(`(${words.map((word) => `position(${value(word)} in folded(name)) > 0`).join(' and ')})`)
  }
  if (phone !== undefined) either.push(`starts_with(phone_end(phone), ${value(phone)})`)
  if (digits !== undefined) {
    // Not as `exists`, for which all accounts may be read once.
    either.push(
      `(select bool_or(${hasDigits('n.number', digits, value)}) from accounts n where n.user_id = p.user_id)`,
    )
  }
  return `(${either.join(' or ')})`
}

/** The condition that an account number starts or ends with digits. */
function hasDigits(column: string, digits: string, value: Parameter): string {
  return `(starts_with(${column}, ${value(digits)}) or right(${column}, ${digits.length}) = ${value(digits)})`
}

/** The users whose texts contain the searched one, by the indexes. */
function byIndexes(search: UserSearch, value: Parameter): string {
  const { email, words, digits, phone } = search
  const either = [hasTrigrams('u.email', trigramsOf(email), value)]
  if (words.length > 0) {
    either.push(
      `(${words.map((word) => hasTrigrams('folded(u.name)', trigramsOf(word), value)).join(' and ')})`,
    )
  }
  if (phone !== undefined) {
    const [first, last] = ['0', '9'].map((digit) => value(phone.padEnd(phoneDigits.compared, digit)))
    either.push(`phone_end(u.phone) collate "C" between ${first} and ${last}`)
  }
  if (digits !== undefined) {
    either.push(
      `u.id = any (array(select user_id from accounts where number in (${numbersByIndexes(digits, value)})))`,
    )
  }
  // Apart from the texts themselves: one condition of both would compute the pieces of each user that the indexes found.
  const found = `select u.id, u.id as user_id, u.email, u.name, u.phone from users u where ${either.join(' or ')} offset 0`
  return `(select p.id from (${found}) p where ${contains(search, value)})`
}

/** The condition that a text has trigrams, to be looked up by the index. */
export function hasTrigrams(column: string, trigrams: readonly string[], value: Parameter): string {
  // In a subquery the planner does not know the trigrams. When it knows that most texts have them, it computes the pieces of every
  // text, which takes a thousand times as long as the index.
  return `pieces_of(${column}) @> (select ${value(trigrams)}::text[])`
}

/** The trigrams of a text, or the text itself when it is shorter. */
export function trigramsOf(text: string): string[] {
  const characters = [...text]
  if (characters.length <= 3) return [text]
  return characters.slice(2).map((_, start) => characters.slice(start, start + 3).join(''))
}
