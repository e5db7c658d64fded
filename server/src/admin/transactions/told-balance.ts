import type { Connection } from '../../postgres/database.ts'
import { deleteOldRows } from '../../postgres/delete-old-rows.ts'

/** A balance that an elevated session was told. */
export type ToldBalance = {
  /** The last entry of the account when it was read. */
  readonly entrySeq: bigint
  readonly balanceMinor: bigint
  readonly firstToldAt: Date
}

/** An account's balance and its last entry, read in one snapshot. */
export type ReadBalance = { readonly userId: string } & Pick<ToldBalance, 'entrySeq' | 'balanceMinor'>

// Longer than a clerk needs between opening a user and funding the account.
const keptMinutes = 10

/** The balances of these users' accounts. */
export async function readBalances(db: Connection, userIds: readonly string[]): Promise<ReadBalance[]> {
  const { rows } = await db.query<ReadBalance>({
    name: 'read-balances',
    text: `
      select a.user_id as "userId", l.entry_seq as "entrySeq", l.balance_minor as "balanceMinor"
        from accounts a join ledger_accounts l on l.id = a.id and a.is_main
       where a.user_id = any ($1::uuid[])`,
    values: [userIds],
  })
  return rows
}

/** Notes balances before the session with this key is told them. */
export async function noteToldBalances(
  db: Connection,
  sessionKey: string,
  balances: readonly ReadBalance[],
  now: Date,
): Promise<void> {
  await db.query({
    name: 'note-told-balances',
    // In one order, so that two answers to one session cannot wait for each other. The commit does not wait for the disk: a note
    // that a crash loses makes the next funding a conflict.
    text: `
      insert into told_balances (session_id, user_id, entry_seq, balance_minor, first_told_at, last_told_at)
      select s.id, told.user_id, told.entry_seq, told.balance_minor, $5, $5
        from sessions s, unnest($2::uuid[], $3::bigint[], $4::bigint[]) as told (user_id, entry_seq, balance_minor),
             (select set_config('synchronous_commit', 'off', true)) unflushed
       where s.token_hash = decode($1, 'hex')
       order by told.user_id
          on conflict (session_id, user_id, entry_seq) do update set last_told_at = excluded.last_told_at`,
    values: [
      sessionKey,
      balances.map(({ userId }) => userId),
      balances.map(({ entrySeq }) => entrySeq),
      balances.map(({ balanceMinor }) => balanceMinor),
      now,
    ],
  })
}

/** The balances of a user that the session with this key was told in the last minutes, oldest entry first. */
export async function findToldBalances(
  db: Connection,
  { sessionKey, userId, now }: { sessionKey: string; userId: string; now: Date },
): Promise<ToldBalance[]> {
  const { rows } = await db.query<ToldBalance>({
    name: 'find-told-balances',
    text: `
      select t.entry_seq as "entrySeq", t.balance_minor as "balanceMinor", t.first_told_at as "firstToldAt"
        from told_balances t join sessions s on s.id = t.session_id
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
