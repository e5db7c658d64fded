import { kinds } from '@bank/ledger/kinds'
import type { Movement } from '@bank/ledger/transaction'
import type { PoolClient } from 'pg'
import { movementFrom, movementJson } from '../movements/stored-movement.ts'
import type { Connection } from '../postgres/database.ts'
import { Refusal } from '../refusal.ts'

/** A movement of money that a customer has instructed, and that is carried out later. Its PIN was right when it was given. */
export type Order = {
  /** Its id is the order's, so that the books carry it out once. It is made by the customer. */
  readonly movement: Movement
  readonly dueAt: Date
  /** The administrator who approved it; null for one that needs no approval. */
  readonly approvedBy: string | null
}

/**
 * Stores an order. The same order again stores nothing. Throws the refusal `id_reused` for another order with its id, and an error when
 * its kind is never carried out later.
 */
export async function storeOrder(db: Connection, { movement, dueAt, approvedBy }: Order): Promise<void> {
  const { kind, id, madeBy } = movement
  const right = approvedBy === null ? 'schedule' : 'approval'
  if (!kinds[kind].instructedBy.includes(right)) throw new Error(`A ${kind} is not ordered by ${right}`)
  const { rowCount } = await db.query(
    `insert into orders as o (id, user_id, movement, due_at, approved_by) values ($1, $2, $3, $4, $5)
     on conflict (id) do update set done_at = o.done_at
      where (o.user_id, o.movement, o.due_at, o.approved_by) is not distinct from
            (excluded.user_id, excluded.movement, excluded.due_at, excluded.approved_by)`,
    [id, madeBy, movementJson(movement), dueAt, approvedBy],
  )
  if (rowCount === 0) throw new Refusal('id_reused')
}

/** The ids of the orders that are due, the longest waiting first. */
export async function findDueOrders(db: Connection, now: Date, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'find-due-orders',
    text: 'select id from orders where done_at is null and due_at <= $1 order by due_at limit $2',
    values: [now, limit],
  })
  return rows.map(({ id }) => id)
}

/** How many orders are due and not done. */
export async function countDueOrders(db: Connection, now: Date): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::integer as count from orders where done_at is null and due_at <= $1',
    [now],
  )
  return rows[0]!.count
}

/** An order that is not done, with the lock of its row; undefined when another process has it or has done it. */
export async function lockOrder(connection: PoolClient, id: string): Promise<Order | undefined> {
  const { rows } = await connection.query<{ movement: string; dueAt: Date; approvedBy: string | null }>(
    `select movement::text, due_at as "dueAt", approved_by as "approvedBy"
       from orders where id = $1 and done_at is null for update skip locked`,
    [id],
  )
  return rows[0] && { ...rows[0], movement: movementFrom(rows[0].movement) }
}

/** Notes that an order was carried out, or the code by which the books refused it. */
export async function storeOutcome(
  connection: PoolClient,
  id: string,
  { refusal, doneAt }: { refusal: string | null; doneAt: Date },
): Promise<void> {
  await connection.query('update orders set done_at = $2, refusal = $3 where id = $1', [id, doneAt, refusal])
}
