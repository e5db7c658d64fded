import type { Status } from '@bank/ledger/transaction-status'
import type { PoolClient } from 'pg'
import type { Told } from './mail-notice.ts'

const key = 'status_changes_told_until'

/**
 * Until when status changes have been told, for whoever tells of them until the transaction ends; undefined when another
 * process is at it. The first who asks begins now.
 */
export async function lockToldUntil(connection: PoolClient, now: Date): Promise<Date | undefined> {
  const { rows } = await connection.query<{ updated_at: Date }>(
    'select updated_at from settings where key = $1 for update skip locked',
    [key],
  )
  if (rows[0]) return rows[0].updated_at
  const { rowCount } = await connection.query(
    `insert into settings (key, value, updated_at) values ($1, '', $2) on conflict do nothing`,
    [key, now],
  )
  return rowCount === 1 ? now : undefined
}

export async function setToldUntil(connection: PoolClient, now: Date): Promise<void> {
  await connection.query('update settings set updated_at = $2 where key = $1', [key, now])
}

/** A status that a transaction got, and somebody on whose list it is who wants to be told. */
export type StatusChange = Told & {
  /** The id of the change, and who is told: once. */
  readonly reason: string
  readonly status: Status
  readonly amountMinor: bigint
  readonly isDebit: boolean
  readonly creditDescription: string | null
  readonly beneficiaryName: string | null
}

/** Later statuses of transactions since a moment that somebody wants to be told of and has not been, the oldest first. */
export async function findStatusChanges(
  connection: PoolClient,
  { since, limit }: { since: Date; limit: number },
): Promise<StatusChange[]> {
  const { rows } = await connection.query<StatusChange>(
    `select 'status ' || p.id || ' ' || n.account_id as reason, p.status, p.amount_minor as "amountMinor",
            t.debit_account_id is not distinct from n.account_id as "isDebit",
            t.credit_description as "creditDescription", t.beneficiary_name as "beneficiaryName",
            u.name, u.email, t.currency
       from postings p
       join transactions t on t.id = p.transaction_id
       join mail_notices n on n.account_id in (t.debit_account_id, t.credit_account_id) and n.status_changed
       join users u on u.id = n.user_id
      where p.booked_at > $1 and p.booked_at >= n.status_changed_since and p.id <> p.transaction_id
        and not exists (select from outgoing_mail m
                         where m.reason = 'status ' || p.id || ' ' || n.account_id)
      order by p.booked_at
      limit $2`,
    [since, limit],
  )
  return rows
}
