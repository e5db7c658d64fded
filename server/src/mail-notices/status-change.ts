import type { PoolClient } from 'pg'
import type { Owner, SeenStatusChange } from '../mail/money-letters.ts'
import { hasFewer } from '../postgres/bounded-count.ts'
import type { Connection } from '../postgres/database.ts'
import { isReleasePosting, isUnreleased } from '../postgres/known-to-payee.ts'
import { descriptionSql } from '../transactions/description.ts'

/** The moment until which status changes have been notified; undefined before the first call of `lockNotifiedUntil`. */
export async function findNotifiedUntil(db: Connection): Promise<Date | undefined> {
  const { rows } = await db.query<{ notified_until: Date }>(
    'select notified_until from status_changes_notified',
  )
  return rows[0]?.notified_until
}

/**
 * Locks and reads the moment until which status changes have been notified; undefined when another process has locked it. The
 * first call starts from now.
 */
export async function lockNotifiedUntil(connection: PoolClient, now: Date): Promise<Date | undefined> {
  const { rows } = await connection.query<{ notified_until: Date }>(
    'select notified_until from status_changes_notified for update skip locked',
  )
  if (rows[0]) return rows[0].notified_until
  const { rowCount } = await connection.query(
    'insert into status_changes_notified (notified_until) values ($1) on conflict do nothing',
    [now],
  )
  return rowCount === 1 ? now : undefined
}

export async function setNotifiedUntil(connection: PoolClient, now: Date): Promise<void> {
  await connection.query('update status_changes_notified set notified_until = $1', [now])
}

/** A changed status, and a customer of the transaction who gets a mail about it. */
export type StatusChange = Owner & SeenStatusChange

const changes = `
            postings p
       join transactions t on t.id = p.transaction_id
       join mail_notices n on n.account_id in (t.debit_account_id, t.credit_account_id) and n.status_changed`

const isUnreported = `
            p.booked_at > $1 and p.booked_at >= n.status_changed_since and p.id <> p.transaction_id
        and not exists (select from outgoing_mail m
                         where m.reason = 'status ' || p.id || ' ' || n.account_id)`

/** Whether `findStatusChanges` may find some: it joins five more tables, so planning it takes longer than this. */
export async function mayFindStatusChanges(db: Connection, since: Date): Promise<boolean> {
  return !(await hasFewer(db, `${changes} where ${isUnreported}`, 1, [since]))
}

/**
 * The status changes booked since a moment for which a mail must still be queued, the oldest first. No mail about money goes to an
 * e-mail that is not confirmed.
 */
export async function findStatusChanges(
  connection: PoolClient,
  { since, limit }: { since: Date; limit: number },
): Promise<StatusChange[]> {
  const { rows } = await connection.query<StatusChange>(
    `select 'status ' || p.id || ' ' || n.account_id as reason, p.status, p.amount_minor as "amountMinor",
            t.debit_account_id is not distinct from n.account_id as "isDebit",
            ${descriptionSql('debit', 't')} as "debitDescription", t.beneficiary_name as "beneficiaryName", u.name, u.email,
            a.number, t.currency, r.reason as why
       from ${changes}
       left join posting_reasons r on r.posting_id = p.id and r.for_customer
       join accounts a on a.id = n.account_id
       join users u on u.id = n.user_id and u.email_confirmed_at is not null
      where ${isUnreported}
        -- A transfer that goes on when its undo time is over is reported as sent and received, and its payee hears of nothing before.
        and not ${isReleasePosting('p', 't')} and (n.account_id is not distinct from t.debit_account_id or not ${isUnreleased('t')})
      order by p.booked_at
      limit $2`,
    [since, limit],
  )
  return rows
}
