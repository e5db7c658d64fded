import type { PoolClient } from 'pg'
import type { Owner, SeenStatusChange } from '../mail/money-letters.ts'
import { isReleasePosting, isUnreleased } from '../postgres/known-to-payee.ts'
import { descriptionSql } from '../transactions/description.ts'

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
       from postings p
       left join posting_reasons r on r.posting_id = p.id and r.for_customer
       join transactions t on t.id = p.transaction_id
       join mail_notices n on n.account_id in (t.debit_account_id, t.credit_account_id) and n.status_changed
       join accounts a on a.id = n.account_id
       join users u on u.id = n.user_id and u.email_confirmed_at is not null
      where p.booked_at > $1 and p.booked_at >= n.status_changed_since and p.id <> p.transaction_id
        -- A transfer that goes on when its undo time is over is reported as sent and received, and its payee hears of nothing before.
        and not ${isReleasePosting('p', 't')} and (n.account_id is not distinct from t.debit_account_id or not ${isUnreleased('t')})
        and not exists (select from outgoing_mail m
                         where m.reason = 'status ' || p.id || ' ' || n.account_id)
      order by p.booked_at
      limit $2`,
    [since, limit],
  )
  return rows
}
