import type { Connection } from '../../postgres/database.ts'
import { deleteOldRows } from '../../postgres/delete-old-rows.ts'

/** A balance of a user's account that an elevated session was told. */
export type ToldBalance = {
  /** The last entry of the account when it was read. */
  readonly entrySeq: bigint
  readonly balanceMinor: bigint
  readonly firstToldAt: Date
  /** The balance of the account now. */
  readonly presentMinor: bigint
}

// Longer than a clerk needs between opening a user and funding the account.
const keptMinutes = 10

/** The balances of these users' accounts, by user, which are noted as told to the session with this key. */
export async function tellBalances(
  db: Connection,
  { sessionKey, userIds, now }: { sessionKey: string; userIds: readonly string[]; now: Date },
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await db.query<{ userId: string; balanceMinor: bigint }>({
    name: 'tell-balances',
    // In one order, so that two answers to one session cannot wait for each other. The commit does not wait for the disk: a note
    // that a crash loses makes the next funding a conflict.
    text: `
      with present as (
        select a.user_id, l.entry_seq, l.balance_minor
          from accounts a join ledger_accounts l on l.id = a.id
         where a.is_main and a.user_id = any ($2::uuid[])),
      told as (
        insert into told_balances (session_id, user_id, entry_seq, balance_minor, first_told_at, last_told_at)
        select s.id, p.user_id, p.entry_seq, p.balance_minor, $3, $3
          from sessions s, present p, (select set_config('synchronous_commit', 'off', true)) unflushed
         where s.token_hash = decode($1, 'hex')
         order by p.user_id
            on conflict (session_id, user_id, entry_seq) do update set last_told_at = excluded.last_told_at)
      select user_id as "userId", balance_minor as "balanceMinor" from present`,
    values: [sessionKey, userIds, now],
  })
  return new Map(rows.map(({ userId, balanceMinor }) => [userId, balanceMinor]))
}

/** The balances of a user that the session with this key was told in the last minutes, oldest entry first. */
export async function findToldBalances(
  db: Connection,
  { sessionKey, userId, now }: { sessionKey: string; userId: string; now: Date },
): Promise<ToldBalance[]> {
  const { rows } = await db.query<ToldBalance>({
    name: 'find-told-balances',
    text: `
      select t.entry_seq as "entrySeq", t.balance_minor as "balanceMinor", t.first_told_at as "firstToldAt",
             l.balance_minor as "presentMinor"
        from told_balances t
        join sessions s on s.id = t.session_id
        join accounts a on a.user_id = t.user_id and a.is_main
        join ledger_accounts l on l.id = a.id
       where s.token_hash = decode($1, 'hex') and t.user_id = $2 and t.last_told_at >= $3
       order by t.entry_seq`,
    values: [sessionKey, userId, keptSince(now)],
  })
  return rows
}

/** Deletes the balances that were told too long ago. Returns how many. */
export function deleteOldToldBalances(db: Connection, now: Date): Promise<number> {
  return deleteOldRows(db, {
    table: 'told_balances',
    key: '(session_id, user_id, entry_seq)',
    column: 'last_told_at',
    before: keptSince(now),
  })
}

function keptSince(now: Date): Date {
  return new Date(now.getTime() - keptMinutes * 60_000)
}
