import type { HistoryOrder } from '@bank/contract/transactions/history-orders'
import { kindsThat } from '@bank/ledger/kinds'
import type { Transaction } from '@bank/ledger/transaction'
import { type TransactionRow, transactionColumns, transactionOf } from '../books/rows/transactions.ts'
import type { Connection } from '../postgres/database.ts'
import { type Parameter, startValues } from '../postgres/query-values.ts'
import { Refusal } from '../refusal.ts'
import type { Range, Selection } from './history-selection.ts'
import { findSeqsBefore } from './last-before.ts'

/** An entry on an account with its transaction: a row of the history. Amounts in minor units, + in, - out. */
export type HistoryEntry = {
  readonly accountId: bigint
  /** Its number on the account, without gaps: the order of the account's rows. */
  readonly seq: bigint
  /** The transaction's id for its first posting, the id of the status change for a later one. */
  readonly postingId: string
  readonly amountMinor: bigint
  readonly balanceMinor: bigint
  readonly bookedAt: Date
  readonly transaction: Transaction
}

/** An entry, as the place from which a page goes on. */
export type Place = Pick<HistoryEntry, 'accountId' | 'seq'>

/** Up to `limit` of the selected entries in their order: the first ones, or those that follow a place. */
export async function readHistory(
  db: Connection,
  selection: Selection,
  { order, following, limit }: { order: HistoryOrder; following?: Place | undefined; limit: number },
): Promise<HistoryEntry[]> {
  const ranges = following ? await rangesFollowing(db, selection.ranges, order, following) : selection.ranges
  const { by, direction } = orders[order]
  const keys = [by, 'entry.booked_at', 'entry.ledger_account_id', 'entry.seq']
  const ordered = `order by ${keys.map((key) => `${key} ${direction}`).join(', ')}`
  const { values, value } = startValues(selection.values)
  // Entries of several accounts, or of one amount, are compared with the place. In one account it is the end of the range.
  const isExact = following && (ranges.length > 1 || !isByTime(order))
  const place =
    isExact &&
    `(${keys.join(', ')}) ${direction === 'desc' ? '<' : '>'}
     (select ${keys.join(', ')} from entries entry
       where entry.ledger_account_id = ${value(following.accountId)} and entry.seq = ${value(following.seq)})`
  const most = value(limit)
  const { rows } = await db.query<TransactionRow & EntryColumns>({
    ...(order === 'newest' && !isExact && selection.name && { name: `read-history-${selection.name}` }),
    // For each account one index scan for both sides, with no offset: the last page costs as much as the first.
    text: `
      select entry.ledger_account_id as "accountId", entry.seq, entry.posting_id as "postingId",
             entry.amount_minor as "entryMinor", entry.balance_minor as "balanceMinor",
             entry.booked_at as "bookedAt", ${transactionColumns}
        from (select entry.*
                from ${partsOf(ranges, value)}
               cross join lateral (
                 select entry.*
                   from entries entry ${selection.needsTransaction ? withTransaction : ''}
                  where ${whereOf([...selection.conditions, ...(place ? [place] : [])])}
                  order by ${isByTime(order) ? '' : `${by} ${direction}, `}entry.seq ${direction}
                  limit ${most}) entry
               ${ordered}
               limit ${most}) entry ${withTransaction}
       ${ordered}`,
    values,
  })
  return rows.map((row) => {
    const { accountId, seq, postingId, entryMinor, balanceMinor, bookedAt } = row
    return {
      accountId,
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

const orders = {
  newest: { by: 'entry.booked_at', direction: 'desc' },
  oldest: { by: 'entry.booked_at', direction: 'asc' },
  largest: { by: 'abs(entry.amount_minor)', direction: 'desc' },
  smallest: { by: 'abs(entry.amount_minor)', direction: 'asc' },
} as const satisfies Record<HistoryOrder, { by: string; direction: 'asc' | 'desc' }>

/** By the time of the entries, which is that of their numbers. */
function isByTime(order: HistoryOrder): boolean {
  return order === 'newest' || order === 'oldest'
}

/**
 * The parts of the ranges that can follow a place, so that a scan begins beside it. The time of the place is known to the millisecond:
 * entries of another account in that millisecond stay in the range, and are compared with the place. Amounts have no order in a range.
 */
async function rangesFollowing(
  db: Connection,
  ranges: readonly Range[],
  order: HistoryOrder,
  { accountId, seq }: Place,
): Promise<readonly Range[]> {
  if (!isByTime(order)) return ranges
  const isDown = order === 'newest'
  const from = (range: Range, number: bigint) =>
    isDown
      ? { ...range, last: number < range.last ? number : range.last }
      : { ...range, after: number > range.after ? number : range.after }
  const isOf = (range: Range) => range.accountId === accountId
  const [own] = ranges.filter(isOf)
  if (!own) throw new Refusal('malformed')
  const others = ranges.filter((range) => !isOf(range))
  const narrowed = from(own, isDown ? seq - 1n : seq)
  if (others.length === 0) return [narrowed]
  const { rows } = await db.query<{ bookedAt: Date }>({
    text: 'select booked_at as "bookedAt" from entries where ledger_account_id = $1 and seq = $2',
    values: [accountId, seq],
  })
  if (!rows[0]) throw new Refusal('malformed')
  const moment = new Date(rows[0].bookedAt.getTime() + (isDown ? 1 : 0))
  const ids = others.map((range) => range.accountId)
  const before = await findSeqsBefore(db, ids, moment)
  return [narrowed, ...others.map((range) => from(range, before.get(range.accountId)!))]
}

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

/** SQL for the ranges as rows of `part`. */
function partsOf(ranges: readonly Range[], value: Parameter): string {
  const [ids, afters, lasts] = [
    value(ranges.map(({ accountId }) => accountId)),
    value(ranges.map(({ after }) => after)),
    value(ranges.map(({ last }) => last)),
  ]
  return `unnest(${ids}::bigint[], ${afters}::bigint[], ${lasts}::bigint[]) part (account_id, after, last)`
}

function whereOf(conditions: readonly string[]): string {
  return [
    'entry.ledger_account_id = part.account_id and entry.seq > part.after and entry.seq <= part.last',
    ...conditions,
  ].join(' and ')
}

/** The number of selected entries, counted up to `most`. */
export async function countHistory(db: Connection, selection: Selection, most: number): Promise<number> {
  const { values, value } = startValues(selection.values)
  const parts = partsOf(selection.ranges, value)
  const { rows } = await db.query<{ count: bigint }>({
    text: isWhole(selection)
      ? // Entries are numbered without gaps.
        `select coalesce(sum(greatest(least(entry_seq, part.last) - part.after, 0)), 0)::bigint as count
           from ${parts} join ledger_accounts on id = part.account_id`
      : // In index order; otherwise the planner may read the whole table for a customer with many rows.
        `select count(*) as count
           from (select from ${parts} cross join lateral (${entriesOf(selection, '')}) entry limit ${value(most)}) entry`,
    values,
  })
  return Math.min(Number(rows[0]!.count), most)
}

/** What the selected entries of an account add up to, in minor units. */
export type HistorySum = {
  readonly accountId: bigint
  readonly inMinor: bigint
  readonly outMinor: bigint
  /** What stayed the customer's own and counts as neither: what came in less what went out. */
  readonly movedMinor: bigint
}

/** The sums of the selected entries, of each account that has one. All of them are read. */
export async function sumHistory(db: Connection, selection: Selection): Promise<HistorySum[]> {
  const { values, value } = startValues(selection.values)
  const sumOf = (which: string) => `coalesce(sum(entry.amount_minor) filter (where ${which}), 0)::text`
  const isOwn = `entry.kind = any(${value(kindsThat('staysWithCustomer'))}::text[])`
  const { rows } = await db.query<Record<'in' | 'out' | 'moved', string> & { accountId: bigint }>({
    text: `
      select part.account_id as "accountId",
             ${sumOf(`entry.amount_minor > 0 and not ${isOwn}`)} as in,
             ${sumOf(`entry.amount_minor < 0 and not ${isOwn}`)} as out,
             ${sumOf(isOwn)} as moved
        from ${partsOf(selection.ranges, value)}
       cross join lateral (${entriesOf({ ...selection, needsTransaction: true }, 'entry.amount_minor, t.kind')}) entry
       group by part.account_id`,
    values,
  })
  // Sums may exceed 64 bits, so they come as text.
  return rows.map((row) => ({
    accountId: row.accountId,
    inMinor: BigInt(row.in),
    outMinor: -BigInt(row.out),
    movedMinor: BigInt(row.moved),
  }))
}

/** SQL for the selected entries of a part, in the order of the index. */
function entriesOf({ conditions, needsTransaction }: Selection, columns: string): string {
  return `select ${columns}
            from entries entry ${needsTransaction ? withTransaction : ''}
           where ${whereOf(conditions)}
           order by entry.seq desc`
}

// What there is of the whole is counted without reading it.
function isWhole({ conditions }: Selection): boolean {
  return conditions.length === 0
}
