import type { MailNotice } from '@bank/contract/mail-notices/form'
import type { MailNoticesView } from '@bank/contract/mail-notices/view'
import type { KindName } from '@bank/ledger/kinds'
import type { PoolClient } from 'pg'
import type { Owner } from '../mail/money-letters.ts'
import type { Connection } from '../postgres/database.ts'
import { isReleasePosting } from '../postgres/known-to-payee.ts'
import { descriptionSql } from '../transactions/description.ts'

/** Which mails about money a customer has turned on. All are off at first. */
export async function findMailNotices(db: Connection, userId: string): Promise<MailNoticesView> {
  const { rows } = await db.query<MailNoticesView>(
    'select money_received, transfer_sent, status_changed from mail_notices where user_id = $1 limit 1',
    [userId],
  )
  return rows[0] ?? { money_received: false, transfer_sent: false, status_changed: false }
}

/** Turns a customer's mails of one kind on or off, about all their accounts. Earlier events are not reported. */
export async function setNotice(
  db: Connection,
  userId: string,
  notice: MailNotice,
  { isOn, now }: { isOn: boolean; now: Date },
): Promise<void> {
  // The column has the notice's name, which is one of three.
  await db.query(
    `insert into mail_notices as n (user_id, account_id, ${notice}, told_seq, status_changed_since)
     select $1, l.id, $2, l.entry_seq, $3 from accounts a join ledger_accounts l on l.id = a.id where a.user_id = $1
     on conflict (account_id) do update
        set ${notice} = $2,
            told_seq  = case when n.money_received or n.transfer_sent then n.told_seq else excluded.told_seq end,
            status_changed_since = case when n.status_changed then n.status_changed_since else $3 end`,
    [userId, isOn, now],
  )
}

/** Gives a new account the choices of its owner's other accounts. */
export async function copyNotices(connection: PoolClient, accountId: bigint, now: Date): Promise<void> {
  await connection.query(
    `insert into mail_notices
       (user_id, account_id, money_received, transfer_sent, status_changed, told_seq, status_changed_since)
     select n.user_id, a.id, n.money_received, n.transfer_sent, n.status_changed, 0, $2
       from accounts a
       join accounts main on main.user_id = a.user_id and main.is_main
       join mail_notices n on n.account_id = main.id
      where a.id = $1`,
    [accountId, now],
  )
}

/** Accounts with new entries, among the next `readMax` accounts whose owners have turned mails on, in the order of their ids. */
export async function findAccountsToNotify(
  db: Connection,
  { after, readMax, countMax }: { after: bigint; readMax: number; countMax: number },
): Promise<{ accountIds: bigint[]; reached: bigint | null }> {
  const { rows } = await db.query<{ accountIds: bigint[] | null; reached: bigint | null; isAll: boolean }>(
    `with read as (
       select account_id, told_seq from mail_notices
        where (money_received or transfer_sent) and account_id > $1
        order by account_id
        limit $2
     ), to_notify as (
       select n.account_id from read n join ledger_accounts l on l.id = n.account_id
        where l.entry_seq > n.told_seq
        order by n.account_id
        limit $3
     )
     select (select array_agg(account_id) from to_notify) as "accountIds",
            (select max(account_id) from read) as reached,
            (select count(*) from read) < $2 as "isAll"`,
    [after, readMax, countMax],
  )
  const { accountIds, reached, isAll } = rows[0]!
  return { accountIds: accountIds ?? [], reached: isAll ? null : reached }
}

/** Locks and reads an account's notices; undefined when another process has locked them. */
export async function lockNotice(
  connection: PoolClient,
  accountId: bigint,
): Promise<
  (Owner & MailNoticesView & { readonly isEmailConfirmed: boolean; readonly notifiedSeq: bigint }) | undefined
> {
  const { rows } = await connection.query(
    `select u.name, u.email, u.email_confirmed_at is not null as "isEmailConfirmed", a.number, a.currency,
            n.money_received, n.transfer_sent, n.status_changed, n.told_seq as "notifiedSeq"
       from mail_notices n join users u on u.id = n.user_id join accounts a on a.id = n.account_id
      where n.account_id = $1
        for update of n skip locked`,
    [accountId],
  )
  return rows[0]
}

/** An entry of the customer's account. */
export type AccountEntry = {
  readonly seq: bigint
  /** Minor units, + in, - out. */
  readonly amountMinor: bigint
  readonly kind: KindName
  readonly debitDescription: string | null
  readonly beneficiaryName: string | null
  /** False for money that a status change moved, other than a release: the mail about the status reports it. */
  readonly isFirst: boolean
  /** The reason of staff, where it is for the customer. */
  readonly why: string | null
}

/** The entries of an account after one, the oldest first. */
export async function findEntries(
  connection: PoolClient,
  accountId: bigint,
  { after, limit }: { after: bigint; limit: number },
): Promise<AccountEntry[]> {
  const { rows } = await connection.query<AccountEntry>(
    `select e.seq, e.amount_minor as "amountMinor", t.kind,
            ${descriptionSql('debit', 't')} as "debitDescription", t.beneficiary_name as "beneficiaryName",
            p.id = t.id or ${isReleasePosting('p', 't')} as "isFirst", r.reason as why
       from entries e join postings p on p.id = e.posting_id join transactions t on t.id = p.transaction_id
       left join posting_reasons r on r.posting_id = p.id and r.for_customer
      where e.ledger_account_id = $1 and e.seq > $2
      order by e.seq
      limit $3`,
    [accountId, after, limit],
  )
  return rows
}

/** Stores that every entry up to this one has been notified. */
export async function setNotifiedSeq(connection: PoolClient, accountId: bigint, seq: bigint): Promise<void> {
  await connection.query('update mail_notices set told_seq = $2 where account_id = $1', [accountId, seq])
}
