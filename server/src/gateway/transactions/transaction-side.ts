import { totalMax } from '@bank/contract/gateway/document-page'
import type { SidePath, SideSelection } from '@bank/contract/gateway/transactions/form'
import type { SidePage, TransactionSide } from '@bank/contract/gateway/transactions/view'
import { statuses as allStatuses } from '@bank/ledger/transaction-status'
import type { Connection } from '../../postgres/database.ts'
import { isUnreleased } from '../../postgres/known-to-payee.ts'
import { type Parameter, startValues } from '../../postgres/query-values.ts'
import { Refusal } from '../../refusal.ts'
import { descriptionSql } from '../../transactions/description.ts'

/** Selects sides of one account, or of all accounts. */
type Selection = Omit<SideSelection, 'ownerIds'> & { readonly accountId: bigint | undefined }

/** A page of sides and their total. Throws `cursor_unknown` for a cursor that is no side of the account. */
export async function readSidePage(db: Connection, selection: Selection): Promise<SidePage> {
  const { sides: named, types, statuses } = selection
  if ([named, types, statuses].some((values) => values?.length === 0)) return { sides: [], total: 0 }
  const [sides, total] = await Promise.all([readSides(db, selection), countSides(db, selection)])
  return { sides, total }
}

/** One side, of this account or of any. Throws `transaction_not_found`. */
export async function readSide(db: Connection, path: SidePath, accountId?: bigint): Promise<TransactionSide> {
  const [side] = await readSides(db, { accountId, sides: [path], order: 'newest_first', limit: 1, offset: 0 })
  if (!side) throw new Refusal('transaction_not_found')
  return side
}

async function readSides(db: Connection, selection: Selection): Promise<TransactionSide[]> {
  const { accountId, sides, types = bothTypes, order, limit, offset, cursor } = selection
  const { values, value } = startValues()
  // Where the newest is first, the debit of a transfer inside the bank is before its credit.
  const isDescending = (order === 'newest_first') !== (cursor?.isBefore ?? false)
  const direction = isDescending ? 'desc' : 'asc'
  const ofTransactions = ['true']
  const ofSides = [
    `side.type = any(${value(types)}::text[])`,
    accountId === undefined ? 'side.account_id is not null' : `side.account_id = ${value(accountId)}`,
  ]
  if (sides) {
    ofTransactions.push(`id = any(${value(sides.map(({ id }) => id))}::uuid[])`)
    const debits = value(idsOf(sides, 'debit'))
    ofSides.push(
      `t.id = any(case side.type when 'debit' then ${debits}::uuid[] else ${value(idsOf(sides, 'credit'))}::uuid[] end)`,
    )
  }
  if (cursor) {
    const createdAt = await findCreatedAt(db, cursor.at, accountId)
    const position = `${value(createdAt)}::timestamptz, ${value(cursor.at.id)}::uuid`
    const comparison = isDescending ? '<' : '>'
    ofTransactions.push(`(created_at, id) ${comparison}= (${position})`)
    ofSides.push(`(t.created_at, t.id, side.type) ${comparison} (${position}, ${value(cursor.at.type)})`)
  }
  // Each transaction has a selected side, except that of the cursor, and those whose other side is named.
  const most = value(offset + limit + 1 + (sides?.length ?? 0))
  const scans = scansOf(selection, value).map(
    (scan) => `(select * from transactions where ${scan} and ${ofTransactions.join(' and ')}
                 order by created_at ${direction}, id ${direction} limit ${most})`,
  )
  const { rows } = await db.query<TransactionSide>(
    `select t.id as "transactionId", t.type, a.user_id as "ownerId", t.amount_minor as "amountMinor",
            case t.type when 'debit' then ${descriptionSql('debit', 't')} else ${descriptionSql('credit', 't')} end as description,
            t.status, t.created_at as "createdAt",
            greatest(changed.last, t.created_at) as "updatedAt", changed.count as "statusChanges"
       from (
         select t.*, side.*
           from (${scans.join(' union all ')}) t
          cross join lateral (
            values ('debit', t.debit_account_id), ('credit', t.credit_account_id)) side (type, account_id)
          where ${ofSides.join(' and ')}
          order by t.created_at ${direction}, t.id ${direction}, side.type ${direction}
          limit ${value(limit)} offset ${value(offset)}) t
       join accounts a on a.id = t.account_id
      cross join lateral (
        select max(p.booked_at) as last, count(*)::integer as count
          from postings p
         where p.transaction_id = t.id and p.id <> p.transaction_id) changed
      order by t.created_at ${direction}, t.id ${direction}, t.type ${direction}`,
    values,
  )
  return cursor?.isBefore ? rows.reverse() : rows
}

/** Conditions on transactions, each of which an index has in the order of creation, and no transaction meets two. */
function scansOf({ accountId, types = bothTypes, statuses }: Selection, value: Parameter): string[] {
  if (accountId === undefined) {
    const isListed = types.map((type) => `${type}_account_id is not null`).join(' or ')
    return (statuses ?? allStatuses).map((status) => `status = ${value(status)} and (${isListed})`)
  }
  const hasStatus = statuses ? `status = any(${value(statuses)}::text[])` : 'true'
  return types.map(
    (type) => `${type}_account_id = ${value(accountId)} and ${hasStatus} and ${isKnownTo[type]}`,
  )
}

async function countSides(db: Connection, { accountId, sides, types = bothTypes, statuses }: Selection) {
  const { values, value } = startValues()
  const most = value(totalMax)
  const counted = types.map((type) => {
    const conditions = [
      accountId === undefined ? `${type}_account_id is not null` : `${type}_account_id = ${value(accountId)}`,
    ]
    if (accountId !== undefined) conditions.push(isKnownTo[type])
    if (statuses) conditions.push(`status = any(${value(statuses)}::text[])`)
    if (sides) conditions.push(`id = any(${value(idsOf(sides, type))}::uuid[])`)
    // In index order: the planner may otherwise read the whole table for a customer with many rows.
    const order = accountId === undefined ? '' : 'order by created_at desc, id desc'
    return `(select 1 from transactions where ${conditions.join(' and ')} ${order} limit ${most})`
  })
  const { rows } = await db.query<{ count: bigint }>(
    `select count(*) as count from (select 1 from (${counted.join(' union all ')}) each limit ${most}) found`,
    values,
  )
  return Number(rows[0]!.count)
}

/** SQL: whether the customer of a side may know of the transaction: its payee not before its release. */
const isKnownTo = { debit: 'true', credit: `not ${isUnreleased('transactions')}` }

const bothTypes: SidePath['type'][] = ['debit', 'credit']

function idsOf(sides: readonly SidePath[], type: SidePath['type']): string[] {
  return sides.filter((side) => side.type === type).map(({ id }) => id)
}

/** When a transaction was created, with all its digits. Throws `cursor_unknown` where the account has no such side. */
async function findCreatedAt(
  db: Connection,
  { id, type }: SidePath,
  accountId: bigint | undefined,
): Promise<string> {
  const { rows } = await db.query<{ createdAt: string }>(
    `select created_at::text as "createdAt"
       from transactions
      where id = $1 and ${type}_account_id = coalesce($2::bigint, ${type}_account_id)
        and ($2::bigint is null or ${isKnownTo[type]})`,
    [id, accountId ?? null],
  )
  if (!rows[0]) throw new Refusal('cursor_unknown')
  return rows[0].createdAt
}
