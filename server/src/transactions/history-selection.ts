import { nextDay, startOfDay } from '@bank/contract/bank-day'
import type { HistoryFilter } from '@bank/contract/transactions/form'
import { fitsInt64, int64Max } from '@bank/ledger/money'
import type { Status } from '@bank/ledger/transaction-status'
import { referenceOf } from '../books/rows/transactions.ts'
import type { Connection } from '../postgres/database.ts'
import { type Parameter, startValues } from '../postgres/query-values.ts'
import { searchedAmounts } from './amount-search.ts'
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
  return { ranges, conditions, values, needsTransaction }
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

/**
 * The condition of a search: an amount, a day, or a part of the description, the reference or the note. It only selects among the
 * entries of the accounts, newest first.
 */
function searchOf(q: string, value: Parameter, { timeZone, isCustomer }: Selecting): string {
  // Searched as plain text: % and _ are ordinary characters.
  const has = (column: string, text: string) => `position(lower(${text}::text) in lower(${column})) > 0`
  const described = `case when ${isPayerSql} then ${descriptionSql('debit', 't')} else ${descriptionSql('credit', 't')} end`
  const text = value(q)
  const word = inOneWord(q)
  const amounts = searchedAmounts(q)
  const days = searchedDays(q)
  const signs = amounts?.side ? [amounts.side === 'debit' ? '<' : '>'] : ['<', '>']
  // The cheapest first: a row is compared until one of them is true.
  const conditions = [
    amounts &&
      `abs(entry.amount_minor) between ${value(amounts.least)} and ${value(amounts.most)}
       and (${signs.map((sign) => `entry.amount_minor ${sign} 0`).join(' or ')})`,
    days && `to_char(entry.booked_at at time zone ${value(timeZone)}, 'YYYY-MM-DD') like ${value(days)}`,
    has(`${changeSql} || ${described}`, text),
    word !== undefined && has(described, value(word)),
    has(referenceOf('t'), text),
    isCustomer && has(noteOf('t', 'entry.ledger_account_id'), text),
  ]
  return `(${conditions.filter(Boolean).join(' or ')})`
}

/** An account number or IBAN in groups, as it is kept; undefined for other texts. */
function inOneWord(q: string): string | undefined {
  return /^[A-Z\d]+( [A-Z\d]+)+$/i.test(q) && /\d{3}/.test(q) ? q.replaceAll(' ', '') : undefined
}

/** An amount that fits the column's type: the largest one instead of one above every limit. */
function bound(amountMinor: bigint): bigint {
  return fitsInt64(amountMinor) ? amountMinor : int64Max
}
