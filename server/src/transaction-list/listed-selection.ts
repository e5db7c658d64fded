import type { TransactionFilter, TransactionListQuery } from '@bank/contract/admin/transactions/form'
import { nextDay, startOfDay } from '@bank/contract/bank-day'
import type { Currency } from '@bank/ledger/currency'
import { fitsInt64, int64Max } from '@bank/ledger/money'
import { type TransactionRow, transactionColumns } from '../books/rows/transactions.ts'
import type { Connection } from '../postgres/database.ts'
import { type Parameter, startValues } from '../postgres/query-values.ts'
import { hasFewer } from '../users/user-search.ts'

/** A transaction with the customer on its paying side; of one that the bank pays, the customer who receives it. */
export type ListedRow = TransactionRow & {
  readonly accountId: bigint
  readonly number: string
  readonly isMain: boolean
  readonly userId: string
  readonly userName: string
  /** True when `readerId` is on one of its sides. */
  readonly isOwn: boolean
}

/** Which transactions are listed: the conditions on `l`, and what the text is looked up by. */
export type ListedSelection = {
  readonly filter: TransactionFilter & { readonly currency?: Currency | undefined }
  readonly text: SearchedText | undefined
  readonly timeZone: string
  readonly now: Date
}

type SearchedText = {
  /** The beginnings of words, as a tsquery; undefined for a text without words. */
  readonly words: string | undefined
  readonly reference: string
  /** The first and the last id that begin like the text; undefined where none does. */
  readonly ids: readonly [string, string] | undefined
  /** Only a whole reference is meant. */
  readonly isWholeReference?: true
}

/** What a text means in the list of transactions. */
export async function readSearchedText(db: Connection, text: string): Promise<SearchedText> {
  const { rows } = await db.query<{ words: string[]; reference: string }>(
    'select tsvector_to_array(words_of($1)) as words, lower($1) as reference',
    [text],
  )
  const { words, reference } = rows[0]!
  const lexemes = words.map((word) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}':*`)
  return { words: lexemes.length > 0 ? lexemes.join(' & ') : undefined, reference, ids: idsOf(text) }
}

// A shorter beginning of an id is more likely a number.
const idDigitsMin = 6

function idsOf(text: string): readonly [string, string] | undefined {
  const digits = text.trim().replaceAll('-', '').toLowerCase()
  if (digits.length < idDigitsMin || !/^[0-9a-f]{1,32}$/.test(digits)) return undefined
  return [digits.padEnd(32, '0'), digits.padEnd(32, 'f')]
}

// A text that many transactions have is found among the newest or the oldest ones, a rare one by the indexes: each is fast where the
// other is slow (docs/decisions/0044-searches-of-users-and-the-overview-are-bounded.md).
const scannedMax = 5_000
// Counting stops at 1,000: a text that every twentieth transaction has is counted without the indexes.
const countScannedMax = 20_000

/** Up to `limit` selected transactions after the one with the id `after`, in the order. */
export async function findListed(
  db: Connection,
  selection: ListedSelection,
  {
    readerId,
    order,
    after,
    limit,
  }: { readerId: string; order: TransactionListQuery['order']; after: string | undefined; limit: number },
): Promise<ListedRow[]> {
  const { filter, text } = selection
  const read = async (write: (query: ReturnType<typeof startQuery>) => string) => {
    const query = startQuery(selection, order, after)
    // The list may be behind: what has another status by now is left out.
    const present =
      filter.status === undefined
        ? 'true'
        : `exists (select from transactions p where p.id = l.id and p.status = ${query.value(filter.status)})`
    const { rows } = await db.query<ListedRow>(
      `select ${transactionColumns}, a.id as "accountId", a.number, a.is_main as "isMain",
              u.id as "userId", u.name as "userName",
              exists (select from accounts o where o.id in (t.debit_account_id, t.credit_account_id)
                                               and o.user_id = ${query.value(readerId)}) as "isOwn"
         from (select l.id, l.created_at from ${write(query)} and ${present} ${query.inOrder}
                limit ${query.value(limit)}) l
         join transactions t on t.id = l.id
         join accounts a on a.id = coalesce(t.debit_account_id, t.credit_account_id)
         join users u on u.id = a.user_id
        ${query.inOrder}`,
      query.values,
    )
    return rows
  }
  if (!text) return read(({ conditions }) => `listed_transactions l where ${conditions}`)
  const inScan = ({ conditions, inOrder }: ReturnType<typeof startQuery>) =>
    `listed_transactions l where ${conditions} ${inOrder}`
  const scanned = await read(
    (query) => `(select * from ${inScan(query)} limit ${scannedMax}) l where ${hasText(text, query.value)}`,
  )
  if (scanned.length === limit) return scanned
  const rest = startQuery(selection, order, after)
  if (await hasFewer(db, inScan(rest), scannedMax, rest.values)) return scanned
  return read(
    ({ conditions, value }) =>
      `listed_transactions l where l.id = any (array(${idsByIndexes(text, value)})) and ${conditions}`,
  )
}

/** The number of selected transactions, counted up to `countMax`. A scan reads up to `scanMax` transactions. */
export async function countListed(
  db: Connection,
  selection: ListedSelection,
  { countMax, scanMax = countScannedMax }: { countMax: number; scanMax?: number },
): Promise<number> {
  const { text } = selection
  const count = async (write: (query: ReturnType<typeof startQuery>) => string) => {
    const query = startQuery(selection, 'newest', undefined)
    const { rows } = await db.query<{ count: number }>(
      `select count(*)::integer as count from (select from ${write(query)} limit ${query.value(countMax)}) counted`,
      query.values,
    )
    return rows[0]!.count
  }
  if (!text) return count(({ conditions }) => `listed_transactions l where ${conditions}`)
  const scanned = await count(
    ({ conditions, inOrder, value }) =>
      `(select * from listed_transactions l where ${conditions} ${inOrder} limit ${scanMax}) l
        where ${hasText(text, value)}`,
  )
  const all = startQuery(selection, 'newest', undefined)
  const isAll = () => hasFewer(db, `listed_transactions l where ${all.conditions}`, scanMax, all.values)
  if (scanned === countMax || (await isAll())) return scanned
  // In a subquery the planner does not know the values, and takes the indexes. Materialized, because a limit makes it read all rows.
  return count(
    ({ conditions, value }) =>
      `(with found as materialized (
          select * from listed_transactions l where ${hasText(text, (given) => `(select ${value(given)})`)})
        select * from found) l where ${conditions}`,
  )
}

/** A query in an order, with the conditions that select what is beyond the last page. */
function startQuery(
  { filter, timeZone, now }: ListedSelection,
  order: TransactionListQuery['order'],
  after: string | undefined,
) {
  const { values, value } = startValues()
  const { status, kind, age, from, to, minAmount, maxAmount, currency } = filter
  const direction = order === 'newest' ? 'desc' : 'asc'
  const isBeyond = order === 'newest' ? '<' : '>'
  const oldestAge = age && new Date(now.getTime() - Number(age) * 86_400_000)
  const conditions = [
    status !== undefined && `l.status = ${value(status)}`,
    currency !== undefined && `l.currency = ${value(currency)}`,
    kind !== undefined && `l.kind = ${value(kind)}`,
    oldestAge && `l.created_at <= ${value(oldestAge)}`,
    from !== undefined && `l.created_at >= ${value(startOfDay(from, timeZone))}`,
    to !== undefined && `l.created_at < ${value(startOfDay(nextDay(to), timeZone))}`,
    minAmount !== undefined && `l.amount_minor >= ${value(bound(minAmount))}`,
    maxAmount !== undefined && `l.amount_minor <= ${value(bound(maxAmount))}`,
    after !== undefined &&
      `(l.created_at, l.id) ${isBeyond} ((select created_at from listed_transactions where id = ${value(after)}),
                                         ${value(after)}::uuid)`,
  ].filter((condition) => typeof condition === 'string')
  return {
    values,
    value,
    conditions: conditions.join(' and ') || 'true',
    inOrder: `order by l.created_at ${direction}, l.id ${direction}`,
  }
}

/** An amount that fits the column's type: the largest one instead of one above every limit. */
function bound(amountMinor: bigint): bigint {
  return fitsInt64(amountMinor) ? amountMinor : int64Max
}

/** The condition that a transaction is found by a text. */
function hasText(text: SearchedText, value: Parameter): string {
  return `(${partsOf(text, value).join(' or ')})`
}

/** The ids of the transactions that are found by a text, each part by its index. */
function idsByIndexes(text: SearchedText, value: Parameter): string {
  return partsOf(text, value)
    .map((part) => `select l.id from listed_transactions l where ${part}`)
    .join(' union ')
}

function partsOf({ words, reference, ids, isWholeReference }: SearchedText, value: Parameter): string[] {
  const text = value(reference)
  if (isWholeReference) return [`l.reference = ${text}`]
  return [
    // In the order of bytes nothing that begins with the text follows it with the last character.
    `(l.reference >= ${text} and l.reference < ${text}::text || chr(1114111))`,
    words !== undefined && `l.words @@ ${value(words)}::tsquery`,
    ids && `l.id between ${value(ids[0])}::uuid and ${value(ids[1])}::uuid`,
  ].filter((part) => typeof part === 'string')
}
