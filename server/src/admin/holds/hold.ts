import type { Currency } from '@bank/ledger/currency'
import { formatMinor } from '@bank/ledger/money'
import type { PoolClient } from 'pg'
import type { AuditEvent } from '../../audit/audit-chain.ts'
import type { Connection } from '../../postgres/database.ts'

/** An amount on an account that its customer cannot move. */
export type Hold = {
  readonly id: string
  readonly accountId: bigint
  readonly ownerId: string
  /** The number of an account that is not the owner's main one; null for the main one. */
  readonly accountNumber: string | null
  readonly currency: Currency
  readonly amountMinor: bigint
  readonly reason: string
  readonly placedById: string
  /** The name of the administrator. */
  readonly placedBy: string
  readonly placedAt: Date
  /** A day of the bank, `YYYY-MM-DD`; null for one that only staff lift. */
  readonly liftsOn: string | null
  readonly liftedAt: Date | null
}

const holds = `
  select h.id, h.account_id as "accountId", a.user_id as "ownerId", case when not a.is_main then a.number end as "accountNumber",
         a.currency, h.amount_minor as "amountMinor", h.reason, h.placed_by as "placedById", u.name as "placedBy",
         h.placed_at as "placedAt", h.lifts_on::text as "liftsOn", h.lifted_at as "liftedAt"
    from holds h
    join accounts a on a.id = h.account_id
    join users u on u.id = h.placed_by`

export async function findHold(db: Connection, id: string): Promise<Hold | undefined> {
  const { rows } = await db.query<Hold>({ name: 'find-hold', text: `${holds} where h.id = $1`, values: [id] })
  return rows[0]
}

/** The holds of an account that are not lifted, oldest first. */
export async function findOpenHolds(db: Connection, accountId: bigint): Promise<Hold[]> {
  const { rows } = await db.query<Hold>({
    name: 'find-open-holds',
    text: `${holds} where h.account_id = $1 and h.lifted_at is null order by h.placed_at, h.id`,
    values: [accountId],
  })
  return rows
}

/** The holds whose day has come, up to `limit` of them. */
export async function findDueHolds(db: Connection, today: string, limit: number): Promise<Hold[]> {
  const { rows } = await db.query<Hold>({
    name: 'find-due-holds',
    text: `${holds} where h.lifts_on <= $1 and h.lifted_at is null order by h.lifts_on, h.id limit $2`,
    values: [today, limit],
  })
  return rows
}

/** What can be held of an account, in minor units, and whether it is closed. Takes the lock under which the books read what is held. */
export async function lockFree(
  connection: PoolClient,
  accountId: bigint,
): Promise<{ freeMinor: bigint; isClosed: boolean }> {
  const { rows } = await connection.query<{ freeMinor: bigint; isClosed: boolean }>(
    `select balance_minor - coalesce(held_minor, 0) as "freeMinor", closed_at is not null as "isClosed"
       from ledger_accounts where id = $1 for no key update`,
    [accountId],
  )
  return rows[0]!
}

/** Stores a hold. The caller has the lock of the books (`lockFree`). */
export async function insertHold(
  connection: PoolClient,
  {
    id,
    accountId,
    amountMinor,
    reason,
    placedById,
    placedAt,
    liftsOn,
  }: Pick<Hold, 'id' | 'accountId' | 'amountMinor' | 'reason' | 'placedById' | 'placedAt' | 'liftsOn'>,
): Promise<void> {
  await connection.query(
    `with held as (
       update ledger_accounts set held_minor = coalesce(held_minor, 0) + $3::bigint where id = $2 returning entry_seq
     )
     insert into holds (id, account_id, amount_minor, reason, placed_by, placed_at, lifts_on, placed_seq)
     select $1, $2, $3, $4, $5, $6, $7, entry_seq from held`,
    [id, accountId, amountMinor, reason, placedById, placedAt, liftsOn],
  )
}

/** Lifts a hold and returns whether it was not lifted before. Takes the lock of the books. `by` is null for the job. */
export async function storeLifting(
  connection: PoolClient,
  { id, accountId, amountMinor }: Hold,
  { by, now }: { by: string | null; now: Date },
): Promise<boolean> {
  await lockFree(connection, accountId)
  const { rowCount } = await connection.query(
    `update holds h set lifted_at = $2, lifted_by = $3, lifted_seq = l.entry_seq
       from ledger_accounts l
      where h.id = $1 and h.lifted_at is null and l.id = h.account_id`,
    [id, now, by],
  )
  if (rowCount === 0) return false
  await connection.query(
    'update ledger_accounts set held_minor = nullif(held_minor - $2::bigint, 0) where id = $1',
    [accountId, amountMinor],
  )
  return true
}

/** What the audit log keeps of a hold. */
export function auditedHold({
  id,
  amountMinor,
  currency,
  accountNumber,
}: Pick<Hold, 'id' | 'amountMinor' | 'currency' | 'accountNumber'>): AuditEvent['details'] {
  return { id, amount: formatMinor(amountMinor), currency, ...(accountNumber !== null && { accountNumber }) }
}
