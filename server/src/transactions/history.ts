import { nextDay, startOfDay } from '@bank/contract/bank-day'
import type { HistoryQuery } from '@bank/contract/transactions/form'
import { fitsInt64, int64Max } from '@bank/ledger/money'
import type { Transaction } from '@bank/ledger/transaction'
import type { Status } from '@bank/ledger/transaction-status'
import {
  referenceOf,
  type TransactionRow,
  transactionColumns,
  transactionOf,
} from '../books/rows/transactions.ts'
import type { Connection } from '../postgres/database.ts'
import { type Parameter, startValues } from '../postgres/query-values.ts'
import { searchedAmounts } from './amount-search.ts'
import { searchedDays } from './day-search.ts'
import { changeSql, descriptionSql, isPayerSql } from './description.ts'
import { findLastBefore } from './last-before.ts'

/** An entry on an account with its transaction: a row of the history. Amounts in minor units, + in, - out. */
export type HistoryEntry = {
  /** Its number on the account, without gaps: the order of the rows. */
  readonly seq: bigint
  /** The transaction's id for its first posting, the id of the status change for a later one. */
  readonly postingId: string
  readonly amountMinor: bigint
  readonly balanceMinor: bigint
  readonly bookedAt: Date
  readonly transaction: Transaction
}

/** An account, the numbers of its entries that can be meant, and the conditions on them with their values; the account is the first. */
export type Selection = {
  readonly accountId: bigint
  /** After the first number, up to and including the last. */
  readonly range: { readonly after: bigint; readonly last: bigint }
  readonly conditions: readonly string[]
  readonly values: readonly unknown[]
  /** False where the entries alone say what is selected. */
  readonly needsTransaction: boolean
}

/** The selection of a query from an account's history. Days begin and end in the bank's time zone. */
export async function selectHistory(
  db: Connection,
  accountId: bigint,
  query: HistoryQuery,
  timeZone: string,
): Promise<Selection> {
  const { values, value } = startValues()
  value(accountId)
  const { q, type, status, minAmount, maxAmount } = query
  const conditions = [
    type && `entry.amount_minor ${type === 'debit' ? '<' : '>'} 0`,
    minAmount !== undefined && `abs(entry.amount_minor) >= ${value(bound(minAmount))}`,
    maxAmount !== undefined && `abs(entry.amount_minor) <= ${value(bound(maxAmount))}`,
    status !== undefined && `t.status = ${value(status)}`,
    q !== undefined && searchOf(q, timeZone, value),
  ].filter((condition) => typeof condition === 'string')
  const needsTransaction = status !== undefined || q !== undefined
  const range = await findRange(db, accountId, query, timeZone)
  return { accountId, range, conditions, values, needsTransaction }
}

const everything: Selection['range'] = { after: 0n, last: int64Max }
const nothing: Selection['range'] = { after: 0n, last: 0n }

/** The numbers of the entries between the days of a query, and not older than the oldest transaction of its status. */
async function findRange(
  db: Connection,
  accountId: bigint,
  { from, to, status }: HistoryQuery,
  timeZone: string,
): Promise<Selection['range']> {
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
 * The condition of a search: an amount, a day, or a part of the description, of the reference or of the account's note. It only selects
 * among the entries of the account, newest first.
 */
function searchOf(q: string, timeZone: string, value: Parameter): string {
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
    has(`(select note from transaction_notes where transaction_id = t.id and account_id = $1)`, text),
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

/** Up to `limit` of the selected entries with a number below `before`, newest first. */
export async function readHistory(
  db: Connection,
  selection: Selection,
  { before, limit }: { before: bigint; limit: number },
): Promise<HistoryEntry[]> {
  const { rows } = await db.query<TransactionRow & EntryColumns>({
    ...(isWhole(selection) && { name: 'read-history' }),
    // One index scan for both sides, in order and with no offset: the last page costs as much as the first.
    text: `
      select entry.seq, entry.posting_id as "postingId", entry.amount_minor as "entryMinor",
             entry.balance_minor as "balanceMinor", entry.booked_at as "bookedAt", ${transactionColumns}
        from entries entry ${withTransaction}
       where ${whereOf(selection)}
       order by entry.seq desc
       limit $${selection.values.length + 3}`,
    values: [...valuesOf(selection, before), limit],
  })
  return rows.map((row) => {
    const { seq, postingId, entryMinor, balanceMinor, bookedAt } = row
    return {
      seq,
      postingId,
      amountMinor: entryMinor,
      balanceMinor,
      bookedAt,
      transaction: transactionOf(row),
    }
  })
}

type EntryColumns = Omit<HistoryEntry, 'amountMinor' | 'transaction'> & { readonly entryMinor: bigint }

// A transaction's first posting has its id: only the other postings are looked up.
const withTransaction = `
  cross join lateral (
    select * from transactions where id = entry.posting_id
     union all
    select changed.*
      from postings later
      join transactions changed on changed.id = later.transaction_id
     where later.id = entry.posting_id
     limit 1
  ) t`

function whereOf({ conditions, values }: Selection): string {
  const [after, last] = [1, 2].map((number) => `$${values.length + number}::bigint`)
  return [
    `entry.ledger_account_id = $1 and entry.seq > ${after} and entry.seq <= ${last}`,
    ...conditions,
  ].join(' and ')
}

function valuesOf({ range: { after, last }, values }: Selection, before: bigint): unknown[] {
  return [...values, after, before <= last ? before - 1n : last]
}

/** The number of selected entries, counted up to `most`. */
export async function countHistory(db: Connection, selection: Selection, most: number): Promise<number> {
  const { rows } = await db.query<{ count: bigint }>({
    text: isWhole(selection)
      ? // Entries are numbered without gaps.
        `select least(entry_seq, $3::bigint, $2::bigint + $4::bigint) - $2::bigint as count from ledger_accounts where id = $1`
      : // In index order; otherwise the planner may read the whole table for a customer with many rows.
        `select count(*) as count
           from (select 1
                   from entries entry ${selection.needsTransaction ? withTransaction : ''}
                  where ${whereOf(selection)}
                  order by entry.seq desc
                  limit $${selection.values.length + 3}) entry`,
    values: [...valuesOf(selection, int64Max), most],
  })
  return Number(rows[0]!.count)
}

// Frequent, so its plan is kept. A filtered selection is planned each time, for its values.
function isWhole({ conditions }: Selection): boolean {
  return conditions.length === 0
}
