import type { ActName } from '@bank/contract/admin/approvals/acts'
import type { PoolClient } from 'pg'
import { approve, approveValues, type Decision } from '../../books/rows/approvals.ts'
import type { Connection } from '../../postgres/database.ts'
import { type HeldLock, lockRow } from '../../postgres/while-held.ts'

/** What an act needs to be carried out, beside the user that it is about. Amounts are minor units, as text. */
export type Payload = Readonly<Record<string, string | null>>

/** An act that someone asked for, and that someone else decides. */
export type Approval = {
  /** Also the id of what the books carry out. */
  readonly id: string
  readonly act: ActName
  readonly subjectId: string
  readonly payload: Payload
  readonly reason: string
  readonly requestedBy: string
  readonly requestedAt: Date
  readonly expiresAt: Date
}

/** An approval with what became of it. `ended`: a restore ended it. Null while no one has decided. */
export type StoredApproval = Approval & {
  readonly decision: 'approved' | 'declined' | 'ended' | null
  readonly decidedBy: string | null
  readonly declineReason: string | null
  readonly subjectName: string
  readonly makerName: string
  readonly deciderName: string | null
}

const columns = `p.id, p.act, p.subject_id as "subjectId", p.payload, p.reason, p.requested_by as "requestedBy",
  p.requested_at as "requestedAt", p.expires_at as "expiresAt", p.decision, p.decided_by as "decidedBy",
  p.decline_reason as "declineReason", s.name as "subjectName", m.name as "makerName", d.name as "deciderName"`

const joined = `approvals p
  join users s on s.id = p.subject_id
  join users m on m.id = p.requested_by
  left join users d on d.id = p.decided_by`

export async function findApproval(db: Connection, id: string): Promise<StoredApproval | undefined> {
  const { rows } = await db.query<StoredApproval>(`select ${columns} from ${joined} where p.id = $1`, [id])
  return rows[0]
}

/** Those of these ids that are ids of approvals. */
export async function findApprovalIds(db: Connection, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ id: string }>('select id from approvals where id = any ($1::uuid[])', [
    ids,
  ])
  return new Set(rows.map(({ id }) => id))
}

/** Reads an approval and locks it until the transaction ends. */
export async function lockApproval(
  connection: PoolClient,
  id: string,
  lock: HeldLock,
): Promise<StoredApproval | undefined> {
  await lockRow(connection, 'approvals', id, lock)
  return findApproval(connection, id)
}

/** Stores what someone asks for. Returns false when the id is used already. */
export async function insertApproval(connection: PoolClient, approval: Approval): Promise<boolean> {
  const { id, act, subjectId, payload, reason, requestedBy, requestedAt, expiresAt } = approval
  const { rowCount } = await connection.query(
    `insert into approvals (id, act, subject_id, payload, reason, requested_by, requested_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (id) do nothing`,
    [id, act, subjectId, payload, reason, requestedBy, requestedAt, expiresAt],
  )
  return rowCount === 1
}

/** Stores that an act was approved which the books do not carry out. */
export async function storeApproved(connection: PoolClient, decision: Decision): Promise<void> {
  await connection.query({ name: approve.name, text: approve.text, values: approveValues(decision) })
}

export async function storeDeclined(
  connection: PoolClient,
  { id, decidedBy, reason, now }: { id: string; decidedBy: string; reason: string; now: Date },
): Promise<void> {
  await connection.query(
    `update approvals set decision = 'declined', decided_by = $2, decline_reason = $3, decided_at = $4 where id = $1`,
    [id, decidedBy, reason, now],
  )
}

/** Ends what waits, because it may have been decided after the restored moment. Returns how many. */
export async function endWaitingApprovals(connection: PoolClient, now: Date): Promise<number> {
  const { rowCount } = await connection.query(
    `update approvals set decision = 'ended', decided_at = $1 where decision is null`,
    [now],
  )
  return rowCount!
}

/** What waits, the longest waiting first; of one user, or of all. */
export async function findWaitingApprovals(
  db: Connection,
  { now, subjectId, limit }: { now: Date; subjectId?: string; limit: number },
): Promise<StoredApproval[]> {
  const { rows } = await db.query<StoredApproval>(
    `select ${columns} from ${joined}
      where p.decision is null and p.expires_at > $1 and ($2::uuid is null or p.subject_id = $2)
      order by p.requested_at, p.id limit $3`,
    [now, subjectId ?? null, limit],
  )
  return rows
}

/** By what an approval is found. What is undefined finds none. */
export type ApprovalSearch = {
  /** Parts of one name, of the user that it is about or of its maker, in any order, in lower case and without accents. */
  readonly words: readonly string[]
  /** The first and the last id that begin as the text does. */
  readonly ids: readonly [string, string] | undefined
  /** In minor units, of every currency unless it has one. */
  readonly amount: { readonly minor: bigint; readonly currency: string | undefined } | undefined
}

/** Up to `limit` of what waits that a text finds, the longest waiting first. */
export async function searchApprovals(
  db: Connection,
  { words, ids, amount }: ApprovalSearch,
  { now, limit }: { now: Date; limit: number },
): Promise<StoredApproval[]> {
  const hasWords = (name: string) =>
    `(select bool_and(position(word in folded(${name})) > 0) from unnest($2::text[]) word)`
  const { rows } = await db.query<StoredApproval>(
    `select ${columns} from ${joined}
      where p.decision is null and p.expires_at > $1
        and (${hasWords('s.name')}
             or ${hasWords('m.name')}
             or p.id between $3::uuid and $4::uuid
             or ($5::text in (p.payload ->> 'amountMinor', p.payload ->> 'day', p.payload ->> 'month')
                 and ($6::text is null or p.payload ->> 'currency' = $6)))
      order by p.requested_at, p.id limit $7`,
    [now, words, ids?.[0], ids?.[1], amount && String(amount.minor), amount?.currency, limit],
  )
  return rows
}

/** How many wait, of one maker or of all, up to `countMax`. */
export async function countWaitingApprovals(
  db: Connection,
  { now, makerId, countMax }: { now: Date; makerId?: string; countMax: number },
): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::integer as count
       from (select from approvals
              where decision is null and expires_at > $1 and ($2::uuid is null or requested_by = $2)
              limit $3) waiting`,
    [now, makerId ?? null, countMax],
  )
  return rows[0]!.count
}

/** The approvals of the credit of a dispute: the one that waits, and how many were declined or not decided in time. */
export async function findCreditApprovals(
  db: Connection,
  disputeId: string,
  now: Date,
): Promise<{
  readonly waiting: Pick<Approval, 'id' | 'requestedBy' | 'expiresAt'> | null
  readonly usedUpCount: number
}> {
  const { rows } = await db.query<
    Pick<Approval, 'id' | 'requestedBy' | 'expiresAt'> & { decision: StoredApproval['decision'] }
  >(
    `select id, requested_by as "requestedBy", expires_at as "expiresAt", decision from approvals
      where act = 'provisional_credit' and payload ->> 'disputeId' = $1`,
    [disputeId],
  )
  const isWaiting = (row: (typeof rows)[number]) => row.decision === null && row.expiresAt > now
  return {
    waiting: rows.find(isWaiting) ?? null,
    usedUpCount: rows.filter((row) => row.decision !== 'approved' && !isWaiting(row)).length,
  }
}
