import { nextDay, startOfDay } from '@bank/contract/bank-day'
import type { HistoryFilter } from '@bank/contract/transactions/form'
import { fitsInt64, int64Max } from '@bank/ledger/money'
import type { Status } from '@bank/ledger/transaction-status'
import { referenceOf } from '../books/rows/transactions.ts'
import type { Connection } from '../postgres/database.ts'
import { type Parameter, startValues } from '../postgres/query-values.ts'
import { type SearchedAmounts, searchedAmounts } from './amount-search.ts'
import { searchedDays } from './day-search.ts'
import { changeSql, descriptionSql, isPayerSql } from './description.ts'
import { findLastBefore } from './last-before.ts'
import { noteOf } from './note.ts'

/** Entries of one account by their numbers: after the first one, up to and including the last. */
export type Range = { readonly accountId: bigint; readonly after: bigint; readonly last: bigint }

/** The entries that can be meant, of one account or several, and the conditions on them with their values. */
export type Selection = {
  readonly ranges: readonly Range[]
  readonly conditions: readonly string[]
  readonly values: readonly unknown[]
  /** False where the entries alone say what is selected. */
  readonly needsTransaction: boolean
  /** For selections that are frequent, and have the same text each time: their plan is kept under it. */
  readonly name: string | undefined
}

/** Who selects. Days begin and end in the bank's time zone. */
export type Selecting = {
  readonly timeZone: string
  /** Whether a search reads the notes, which only the customer may know of. */
  readonly isCustomer: boolean
}

/** The selection of a filter from the history of accounts. */
export async function selectHistory(
  db: Connection,
  accountIds: readonly bigint[],
  filter: HistoryFilter,
  selecting: Selecting,
): Promise<Selection> {
  const { values, value } = startValues()
  const { q, type, status, minAmount, maxAmount } = filter
  const conditions = [
    type && `entry.amount_minor ${type === 'debit' ? '<' : '>'} 0`,
    minAmount !== undefined && `abs(entry.amount_minor) >= ${value(bound(minAmount))}`,
    maxAmount !== undefined && `abs(entry.amount_minor) <= ${value(bound(maxAmount))}`,
    status !== undefined && `t.status = ${value(status)}`,
    q !== undefined && searchOf(q, value, selecting),
  ].filter((condition) => typeof condition === 'string')
  const needsTransaction = status !== undefined || q !== undefined
  const ranges = await Promise.all(accountIds.map((id) => findRange(db, id, filter, selecting.timeZone)))
  return { ranges, conditions, values, needsTransaction, name: nameOf(conditions, q, selecting) }
}

// Others are planned each time. A plan that is kept takes memory in each connection.
function nameOf(
  { length }: readonly string[],
  q: string | undefined,
  { isCustomer }: Selecting,
): string | undefined {
  if (length === 0) return 'whole'
  if (length > 1 || q === undefined) return undefined
  return isCustomer ? 'searched-by-customer' : 'searched-by-staff'
}

/** The numbers of the entries between the days of a query, and not older than the oldest transaction of its status. */
async function findRange(
  db: Connection,
  accountId: bigint,
  { from, to, status }: HistoryFilter,
  timeZone: string,
): Promise<Range> {
  const everything = { accountId, after: 0n, last: int64Max }
  const nothing = { accountId, after: 0n, last: 0n }
  const oldest = status && status !== 'success' ? await findOldest(db, accountId, status) : undefined
  if (oldest === null) return nothing
  const begins = [from === undefined ? undefined : startOfDay(from, timeZone), oldest]
  const begin = begins.reduce((one, other) => (one && other && one > other ? one : (other ?? one)))
  const end = to === undefined ? undefined : startOfDay(nextDay(to), timeZone)
  if (begin && end && begin >= end) return nothing
  const moments = [begin, end].filter((moment) => moment !== undefined)
  if (moments.length === 0) return everything
  const found = await findLastBefore(db, accountId, moments)
  return {
    accountId,
    after: begin ? found[0]!.seq : everything.after,
    last: end ? found.at(-1)!.seq : everything.last,
  }
}

/**
 * When the oldest transaction of the account with a status that few have was made; null when there is none. Without it, a history of a
 * rare status would be looked for among all entries.
 */
async function findOldest(
  db: Connection,
  accountId: bigint,
  status: Exclude<Status, 'success'>,
): Promise<Date | null> {
  // Each side by its partial index.
  const of = (side: 'debit' | 'credit') => `
    (select created_at from transactions
      where ${side}_account_id = $1 and status = $2 and status <> 'success'
      order by created_at limit 1)`
  const { rows } = await db.query<{ oldest: Date | null }>({
    text: `select least(${of('debit')}, ${of('credit')}) as oldest`,
    values: [accountId, status],
  })
  return rows[0]!.oldest
}

const described = `case when ${isPayerSql} then ${descriptionSql('debit', 't')} else ${descriptionSql('credit', 't')} end`

/**
 * The condition of a search: an amount, a day, or a part of the description, the reference or the note. It only selects among the
 * entries of the accounts, newest first. The SQL is the same whatever is looked for, so that its plan can be kept: an amount or a day
 * that the text does not mean is null, and selects nothing.
 */
function searchOf(q: string, value: Parameter, { timeZone, isCustomer }: Selecting): string {
  // Searched as plain text: % and _ are ordinary characters. The subquery is evaluated once, not for each row.
  const has = (column: string, text: string) =>
    `position((select lower(${text}::text)) in lower(${column})) > 0`
  const between = ([least, most]: Ends) =>
    `entry.amount_minor between ${value(least)}::bigint and ${value(most)}::bigint`
  const { debits, credits } = signedAmounts(searchedAmounts(q))
  const [text, word, days] = [value(q), value(inOneWord(q)), value(searchedDays(q))]
  // The cheapest first: a row is compared until one of them is true.
  const conditions = [
    between(debits),
    between(credits),
    `${days}::text is not null
     and to_char(entry.booked_at at time zone ${value(timeZone)}, 'YYYY-MM-DD') like ${days}`,
    has(`${changeSql} || ${described}`, text),
    `${word}::text is not null and ${has(described, word)}`,
    has(referenceOf('t'), text),
    isCustomer && has(noteOf('t', 'entry.ledger_account_id'), text),
  ]
  return `(${conditions.filter(Boolean).join(' or ')})`
}

type Ends = readonly [bigint, bigint] | readonly [undefined, undefined]

/** Both ends of the amounts on each side, + in, - out. Undefined where the text means no amount of the side. */
function signedAmounts(amounts: SearchedAmounts | undefined): { debits: Ends; credits: Ends } {
  const none = [undefined, undefined] as const
  if (!amounts) return { debits: none, credits: none }
  const { least, most, side } = amounts
  return {
    debits: side === 'credit' ? none : [-most, -least],
    credits: side === 'debit' ? none : [least, most],
  }
}

/** An account number or IBAN in groups, as it is kept; undefined for other texts. */
function inOneWord(q: string): string | undefined {
  return /^[A-Z\d]+( [A-Z\d]+)+$/i.test(q) && /\d{3}/.test(q) ? q.replaceAll(' ', '') : undefined
}

/** An amount that fits the column's type: the largest one instead of one above every limit. */
function bound(amountMinor: bigint): bigint {
  return fitsInt64(amountMinor) ? amountMinor : int64Max
}
