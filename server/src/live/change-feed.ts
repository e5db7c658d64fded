import { actions, subjectOf } from '@bank/contract/audit/actions'
import type { Connection } from '../postgres/database.ts'
import { isReleasePosting, isUnreleased } from '../postgres/known-to-payee.ts'

/** The heads of both sequences: the last audit event, and the last batch of each writer. */
export type Heads = { readonly auditSeq: bigint; readonly batches: ReadonlyMap<string, bigint> }

// A writer with this many newer ones belongs to a process that has ended, and writes nothing more.
const writersFollowed = 200

/** Reads the heads of both sequences: of the writers that may still write, or of all writers. */
export async function readHeads(db: Connection, which?: 'all writers'): Promise<Heads> {
  const writersMax = which === 'all writers' ? 'all' : writersFollowed
  const { rows } = await db.query<{ writer_id: string | null; head: bigint | null }>(
    `select null::uuid as writer_id, seq as head from audit_head
      union all
     select w.id, (select max(b.batch_no) from batches b where b.writer_id = w.id)
       from (select id from writers order by started_at desc, id desc limit ${writersMax}) w`,
  )
  const batches = new Map<string, bigint>()
  let auditSeq = 0n
  for (const { writer_id, head } of rows) {
    if (writer_id === null) auditSeq = head ?? 0n
    else batches.set(writer_id, head ?? 0n)
  }
  return { auditSeq, batches }
}

/** Successive batches of a writer: those after `after`, up to `upTo`. */
export type BatchRange = { readonly writerId: string; readonly after: bigint; readonly upTo: bigint }

/** The batches between two polls. */
export function rangesBetween(before: Heads['batches'], now: Heads['batches']): BatchRange[] {
  return [...now].flatMap(([writerId, upTo]) => {
    const after = before.get(writerId) ?? 0n
    return upTo > after ? [{ writerId, after, upTo }] : []
  })
}

/** A transaction whose status was changed, and the accounts it is listed on. */
export type StatusChange = {
  readonly id: string
  /** Null on the bank's own side, and on the credit side before the release, which is a booking there. */
  readonly debitAccountId: bigint | null
  readonly creditAccountId: bigint | null
}

/** The transactions whose status these batches changed, up to `most` of them. */
export async function readStatusChanges(
  db: Connection,
  ranges: readonly BatchRange[],
  most: number,
): Promise<StatusChange[]> {
  const { rows } = await db.query<StatusChange>(
    // The condition is that of a partial index, which transfers do not write to.
    `select t.id, t.debit_account_id as "debitAccountId", 
            case when not (${isUnreleased('t')} or ${isReleasePosting('p', 't')}) then t.credit_account_id end as "creditAccountId"
       from unnest($1::uuid[], $2::bigint[], $3::bigint[]) as s (writer_id, after, up_to)
       join postings p on p.writer_id = s.writer_id and p.batch_no > s.after and p.batch_no <= s.up_to
                      and p.id <> p.transaction_id
       join transactions t on t.id = p.transaction_id
      limit $4`,
    [
      ranges.map(({ writerId }) => writerId),
      ranges.map(({ after }) => after),
      ranges.map(({ upTo }) => upTo),
      most,
    ],
  )
  return rows
}

/** A booking of a transaction on an account. */
export type Booking = {
  readonly accountId: bigint
  /** The account's last entry. */
  readonly entrySeq: bigint
  readonly id: string
  /** It is the transaction's first booking that its account knows of. */
  readonly isNew: boolean
  /** The account is the transaction's credit side. */
  readonly isCredit: boolean
}

/** What has been booked on each account after the given entry, newest first, up to `most` bookings each. */
export async function readBookings(
  db: Connection,
  since: ReadonlyMap<bigint, bigint>,
  most: number,
): Promise<Booking[]> {
  const { rows } = await db.query<Booking>(
    `select l.id as "accountId", l.entry_seq as "entrySeq",
            b.transaction_id as id, b.is_new as "isNew",
            b.credit_account_id is not distinct from l.id as "isCredit"
       from unnest($1::bigint[], $2::bigint[]) as k (account_id, entry_seq)
       join ledger_accounts l on l.id = k.account_id and l.entry_seq > k.entry_seq
      cross join lateral (
            select e.seq, p.transaction_id, t.credit_account_id, p.id = t.id or ${isReleasePosting('p', 't')} as is_new
              from entries e
              join postings p on p.id = e.posting_id
              join transactions t on t.id = p.transaction_id
             where e.ledger_account_id = l.id and e.seq > k.entry_seq
             order by e.seq desc
             limit $3) b
      order by l.id, b.seq desc`,
    [[...since.keys()], [...since.values()], most],
  )
  return rows
}

/** The last entry of each of these accounts. */
export async function readEntrySeqs(
  db: Connection,
  accountIds: readonly bigint[],
): Promise<Map<bigint, bigint>> {
  const { rows } = await db.query<{ id: bigint; entry_seq: bigint }>(
    'select id, entry_seq from ledger_accounts where id = any ($1::bigint[])',
    [accountIds],
  )
  return new Map(rows.map(({ id, entry_seq }) => [id, entry_seq]))
}

/** The part of an audit event that live updates use. */
export type AuditedAct = {
  readonly seq: bigint
  readonly actorId: string | null
  readonly action: string
  readonly target: string | null
  /** The customer of the case that it is about, who sees what changed in it; null where nothing did, as for a note. */
  readonly customerId: string | null
}

const caseActions = Object.keys(actions).filter((name) => subjectOf(name) === 'support_message')

/** The audit events after one, in their order, up to `most` of them. */
export async function readAuditedActs(db: Connection, after: bigint, most: number): Promise<AuditedAct[]> {
  const { rows } = await db.query<AuditedAct>(
    `select e.seq, e.actor_id as "actorId", e.action, e.target, c.user_id as "customerId"
       from (select *, case when action = any ($3::text[]) then target::uuid end as case_id,
                    case when action = any ($3::text[]) then (details ->> 'entryId')::uuid end as entry_id
               from audit_events where seq > $1 order by seq limit $2) e
       left join cases c on c.id = e.case_id
                        and not exists (select from case_entries n where n.id = e.entry_id and n.side = 'note')
      order by e.seq`,
    [after, most, caseActions],
  )
  return rows
}
