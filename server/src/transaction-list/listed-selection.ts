import type { TransactionFilter, TransactionListQuery } from '@bank/contract/admin/transactions/form'
import { nextDay, startOfDay } from '@bank/contract/bank-day'
import type { Currency } from '@bank/ledger/currency'
import { fitsInt64, int64Max } from '@bank/ledger/money'
import { type TransactionRow, transactionColumns } from '../books/rows/transactions.ts'
import { type Counted, counted, hasFewer, told } from '../postgres/bounded-count.ts'
import type { Connection } from '../postgres/database.ts'
import { type Parameter, startValues } from '../postgres/query-values.ts'

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
  readonly filter: TransactionFilter & {
    readonly currency?: Currency | undefined
    /** The whole reference, in lower case. */
    readonly reference?: string | undefined
  }
  readonly text: SearchedText | undefined
  readonly timeZone: string
  readonly now: Date
}

export type SearchedText = {
  /** The beginnings of words, as a tsquery; undefined for a text without words. */
  readonly words: string | undefined
  readonly reference: string
  /** The first and the last id that begin like the text; undefined where none does. */
  readonly ids: readonly [string, string] | undefined
  /** Reads the first payees, at the first call. */
  readonly sample: () => Promise<Sample>
  /** Asks the indexes, at the first call, unless the sample knows enough. */
  readonly lookUp: () => Promise<LookedUp>
}

type MeaningOfText = Omit<SearchedText, 'sample' | 'lookUp'>

/** How many of the first payees have the words of a text, their share of these payees, and how many of all are expected to have them. */
type Sample = { readonly count: number; readonly share: number; readonly expected: number }

/** Ids, as PostgreSQL writes an array of them: the program only passes them on. */
type FoundNames = {
  readonly ids: string
  readonly payees: string
}
type FewTransactions = FoundNames & {
  /** The newest transactions of these payees. */
  readonly newest: string
}
const noIds = '{}'

/** What the indexes know of a text. */
type LookedUp = {
  /** What the text finds, when that is few transactions: those with these ids, and those of these payees. */
  readonly few: FewTransactions | undefined
  /** The payees of more transactions, where only payees have the text, and not many of them. */
  readonly payees?: string | undefined
  /** How many transactions the text finds at least. */
  readonly atLeast: number
}

// A text that finds more transactions is looked for among the newest or the oldest ones, where it soon fills a page; fewer are all read.
// To sort what the indexes find takes longer than to scan past thousands of payments of one payer.
const fewMax = 2_000
const scannedMax = 20_000
// The names that are looked up for a text: of payees, and of the transactions themselves.
const namesMax = 3_000
// The payees by which a frequent text is known: the index is slow for it, only to find more names than that.
const sampledMax = 4_000
// A page that is expected in the first two thirds of so many transactions is looked for among them, before the indexes are asked.
const triedMax = 3_000
// The newest ones of a text that finds few are read together with their number: as many as a page and the first one of the next.
const newestMax = 101

/** What a text means in the list of transactions. */
export async function readSearchedText(db: Connection, text: string): Promise<SearchedText> {
  const { rows } = await db.query<{ words: string[]; reference: string }>(
    'select tsvector_to_array(words_of($1)) as words, lower($1) as reference',
    [text],
  )
  const { words, reference } = rows[0]!
  const lexemes = words.map((word) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}':*`)
  const meaning = {
    words: lexemes.length > 0 ? lexemes.join(' & ') : undefined,
    reference,
    ids: idsOf(text),
  }
  let sampled: Promise<Sample> | undefined
  let found: Promise<LookedUp> | undefined
  const sample = () => (sampled ??= samplePayees(db, meaning))
  return { ...meaning, sample, lookUp: () => (found ??= lookUp(db, meaning, sample)) }
}

// A shorter beginning of an id is more likely a number.
const idDigitsMin = 6

function idsOf(text: string): readonly [string, string] | undefined {
  const digits = text.trim().replaceAll('-', '').toLowerCase()
  if (digits.length < idDigitsMin || !/^[0-9a-f]{1,32}$/.test(digits)) return undefined
  return [digits.padEnd(32, '0'), digits.padEnd(32, 'f')]
}

/** What a text finds, when that is few transactions, and how many it finds at least. Each limit ends the reading. */
async function lookUp(
  db: Connection,
  text: MeaningOfText,
  sample: SearchedText['sample'],
): Promise<LookedUp> {
  const { count, expected } = await sample()
  return expected > namesMax ? { few: undefined, atLeast: count } : askIndexes(db, text)
}

async function samplePayees(db: Connection, { words }: MeaningOfText): Promise<Sample> {
  if (words === undefined) return { count: 0, share: 0, expected: 0 }
  const { values, value } = startValues()
  const { rows } = await db.query<{ count: number; payees: number }>(
    `select count(*)::integer as count, (select reltuples from pg_class where oid = 'listed_payees'::regclass) as payees
       from (select y.words from listed_payees y limit ${sampledMax}) y
      where ${hasWords(words, value)}`,
    values,
  )
  const { count, payees } = rows[0]!
  const share = count / sampledMax
  return { count, share, expected: share * payees }
}

async function askIndexes(db: Connection, text: MeaningOfText): Promise<LookedUp> {
  const { values, value } = startValues()
  const { ofPayees = 'false', ofTransactions } = partsOf(text, value)
  // Materialized, so that no limit lets the planner read a table in place of its index.
  const { rows } = await db.query<FewTransactions & { named: number; paid: number; count: number }>(
    `with ${ofTransactions.map((part, index) => `named${index} as materialized (select l.id from listed_transactions l where ${part})`).join()},
          payee as materialized (select y.id from listed_payees y where ${ofPayees}),
          found as materialized (
            select array(${ofTransactions.map((_, index) => `select id from named${index}`).join(' union all ')}
                          limit ${namesMax + 1}) as ids,
                   array(select id from payee limit ${namesMax + 1}) as payees),
          counted as materialized (
            select l.id, l.created_at
              from found, lateral (select id, created_at from listed_transactions where payee_id = any (payees)
                                    limit ${fewMax + 1}) l
             where cardinality(payees) <= ${namesMax})
     select ids::text, payees::text, cardinality(ids) as named, cardinality(payees) as paid,
            -- Each payee has a transaction. Of more payees than are looked up they are not counted.
            case when cardinality(payees) > ${namesMax} then cardinality(payees)
                 else (select count(*)::integer from counted) end as count,
            array(select id from counted order by created_at desc, id desc limit ${newestMax})::text as newest
       from found`,
    values,
  )
  const { named, paid, count, ...few } = rows[0]!
  const isFew = named <= namesMax && paid <= namesMax && count <= fewMax
  const areKnown = !isFew && named === 0 && paid <= namesMax
  return {
    few: isFew ? few : undefined,
    payees: areKnown ? few.payees : undefined,
    atLeast: Math.max(named, count),
  }
}

/** Up to `limit` selected transactions after the one with the id `after`, in the order. A scan reads up to `scanMax` transactions. */
export async function findListed(
  db: Connection,
  selection: ListedSelection,
  {
    readerId,
    order,
    after,
    limit,
    scanMax = scannedMax,
  }: {
    readerId: string
    order: TransactionListQuery['order']
    after: string | undefined
    limit: number
    scanMax?: number
  },
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
  const scan = (max: number, known?: string) =>
    read((query) => `(${scanOf(query, max)}) l where ${hasText(text, query.value, known)}`)
  const { share } = await text.sample()
  if (share * triedMax > 1.5 * limit) {
    const tried = await scan(triedMax)
    if (tried.length === limit) return tried
  }
  const { few, payees } = await text.lookUp()
  const rest = startQuery(selection, order, after)
  const isWhole = rest.values.length === 0 && few?.ids === noIds
  if (isWhole && order === 'newest' && limit <= newestMax)
    return read(({ value }) => `listed_transactions l where l.id = any (${value(few.newest)}::uuid[])`)
  if (few) return read(({ conditions, value }) => `${ofFew(few, value)} l where ${conditions}`)
  const scanned = await scan(scanMax, payees)
  if (scanned.length === limit) return scanned
  if (await hasFewer(db, `(${scanOf(rest, scanMax)}) l`, scanMax, rest.values)) return scanned
  return read(({ conditions, value }) => `${byIndexes(text, value, payees)} l where ${conditions}`)
}

/**
 * The number of selected transactions, counted up to `countMax`, and whether it is all of them. A text that finds many is counted
 * among the newest.
 */
export async function countListed(
  db: Connection,
  selection: ListedSelection,
  { countMax, scanMax = scannedMax }: { countMax: number; scanMax?: number },
): Promise<Counted> {
  const { text } = selection
  const count = async (write: (query: ReturnType<typeof startQuery>) => string) => {
    const query = startQuery(selection, 'newest', undefined)
    const { rows } = await db.query<{ count: number }>(
      `select count(*)::integer as count from (select from ${write(query)} limit ${query.value(countMax + 1)}) counted`,
      query.values,
    )
    return rows[0]!.count
  }
  const all = (found: number) => counted(found, countMax)
  if (!text) return all(await count(({ conditions }) => `listed_transactions l where ${conditions}`))
  const { few, payees, atLeast } = await text.lookUp()
  const rest = startQuery(selection, 'newest', undefined)
  const isKnown = atLeast > countMax || few?.ids === noIds
  if (isKnown && rest.values.length === 0) return all(atLeast)
  if (few) return all(await count(({ conditions, value }) => `${ofFew(few, value)} l where ${conditions}`))
  const scan = (max: number) =>
    count((query) => `(${scanOf(query, max)}) l where ${hasText(text, query.value, payees)}`)
  if (await hasFewer(db, `(${scanOf(rest, scanMax)}) l`, scanMax, rest.values))
    return all(await scan(scanMax))
  const scanned = await scan(payees === undefined ? Math.min(scanMax, told.scanned) : scanMax)
  if (scanned >= told.from) return { count: scanned, isAll: false }
  return all(
    await count(({ conditions, value }) => `${byIndexes(text, value, payees)} l where ${conditions}`),
  )
}

/** A query in an order, with the conditions that select what is beyond the last page. */
function startQuery(
  { filter, timeZone, now }: ListedSelection,
  order: TransactionListQuery['order'],
  after: string | undefined,
) {
  const { values, value } = startValues()
  const { status, kind, age, from, to, minAmount, maxAmount, currency, reference } = filter
  const direction = order === 'newest' ? 'desc' : 'asc'
  const isBeyond = order === 'newest' ? '<' : '>'
  const isOneAmount = minAmount !== undefined && minAmount === maxAmount
  const oldestAge = age && new Date(now.getTime() - Number(age) * 86_400_000)
  const conditions = [
    status !== undefined && `l.status = ${value(status)}`,
    currency !== undefined && `l.currency = ${value(currency)}`,
    reference !== undefined && `l.reference = ${value(reference)}`,
    kind !== undefined && `l.kind = ${value(kind)}`,
    oldestAge && `l.created_at <= ${value(oldestAge)}`,
    from !== undefined && `l.created_at >= ${value(startOfDay(from, timeZone))}`,
    to !== undefined && `l.created_at < ${value(startOfDay(nextDay(to), timeZone))}`,
    // One amount by itself: its index has the transactions in the order of time. The newest ones may all have other amounts, and where the
    // planner knows that many have this one, it reads them all.
    isOneAmount && `l.amount_minor = ${knownLate(value(bound(minAmount)), 'bigint')}`,
    !isOneAmount && minAmount !== undefined && `l.amount_minor >= ${value(bound(minAmount))}`,
    !isOneAmount && maxAmount !== undefined && `l.amount_minor <= ${value(bound(maxAmount))}`,
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

/** The first transactions in an order, up to `scanMax`. */
function scanOf({ conditions, inOrder }: ReturnType<typeof startQuery>, scanMax: number): string {
  return `select * from listed_transactions l where ${conditions} ${inOrder} limit ${scanMax}`
}

/** The condition that a transaction is found by a text; by its payee alone, where only these `payees` have the text. */
function hasText(text: SearchedText, value: Parameter, payees?: string): string {
  if (payees !== undefined) return isOfPayees(payees, value)
  const { ofPayees, ofTransactions } = partsOf(text, value)
  // In a subquery, because a join may be planned that reads all payees.
  const ofPayee = ofPayees && `(select ${ofPayees} from listed_payees y where y.id = l.payee_id)`
  return `(${[...ofTransactions, ...(ofPayee === undefined ? [] : [ofPayee])].join(' or ')})`
}

/** The transactions that a text finds, when they are few. */
function ofFew({ ids, payees }: FoundNames, value: Parameter): string {
  const ofPayees = isOfPayees(payees, value)
  return eitherOf(ids === noIds ? [ofPayees] : [`l.id = any (${value(ids)}::uuid[])`, ofPayees])
}

function isOfPayees(payees: string, value: Parameter): string {
  return `l.payee_id = any (${value(payees)}::uuid[])`
}

/** The transactions that a text finds, each part by its index; those of `payees`, where only these have the text. */
function byIndexes(text: SearchedText, value: Parameter, payees?: string): string {
  if (payees !== undefined) return ofFew({ ids: noIds, payees }, value)
  const { ofPayees, ofTransactions } = partsOf(text, value)
  const ofPayee = ofPayees && `l.payee_id = any (array(select y.id from listed_payees y where ${ofPayees}))`
  return eitherOf(ofPayee === undefined ? ofTransactions : [...ofTransactions, ofPayee])
}

/**
 * The transactions with one of several conditions, each once: a part leaves out those of the parts before it, so that a limit ends the
 * reading. Conditions outside of it reach the parts.
 */
function eitherOf(parts: readonly string[]): string {
  const selects = parts.map((part, index) => {
    const earlier = parts.slice(0, index).map((before) => ` and (${before}) is not true`)
    return `select l.* from listed_transactions l where ${part}${earlier.join('')}`
  })
  return `(${selects.join(' union all ')})`
}

/** What a text is compared with: the words of the payees, and what transactions have themselves. */
function partsOf(
  { words, reference, ids }: MeaningOfText,
  value: Parameter,
): { ofPayees: string | undefined; ofTransactions: string[] } {
  const given = (text: string, type: string) => knownLate(value(text), type)
  const ofTransactions = [
    // In the order of bytes nothing that begins with the text follows it with the last character.
    `(l.reference >= ${given(reference, 'text')} and l.reference < ${given(`${reference}\u{10ffff}`, 'text')})`,
  ]
  if (ids) ofTransactions.push(`l.id between ${given(ids[0], 'uuid')} and ${given(ids[1], 'uuid')}`)
  return { ofPayees: words && hasWords(words, value), ofTransactions }
}

/** The condition that a payee has the words. */
function hasWords(words: string, value: Parameter): string {
  return `y.words @@ ${knownLate(value(words), 'tsquery')}`
}

/** In a subquery: when the planner knows that many rows fit, it reads the table in place of the index. */
function knownLate(parameter: string, type: string): string {
  return `(select ${parameter}::${type})`
}
