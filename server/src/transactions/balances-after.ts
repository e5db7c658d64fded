import type { Transaction } from '@bank/ledger/transaction'
import type { Connection } from '../postgres/database.ts'
import { lastEntriesBefore } from './last-before.ts'

/** A posting whose entry on an account is looked for. */
export type SoughtPosting = { readonly id: string; readonly bookedAt: Date }

/** The first posting of a transaction, which has its id and made it. */
export function firstPostingOf({ id, createdAt }: Pick<Transaction, 'id' | 'createdAt'>): SoughtPosting {
  return { id, bookedAt: new Date(createdAt) }
}

/**
 * The balance of an account after each of these postings, by the posting's id, in minor units. A posting that has no entry on
 * the account is left out. Entries have no index on their posting: those of its time are read.
 */
export async function readBalancesAfter(
  db: Connection,
  accountId: bigint,
  postings: readonly SoughtPosting[],
): Promise<ReadonlyMap<string, bigint>> {
  // The database may have more digits of a time than a date, so an entry belongs to the times of its millisecond.
  const times = [...new Set(postings.map(({ bookedAt }) => bookedAt.getTime()))].sort((a, b) => a - b)
  const { rows } = await db.query<{ id: string; balanceMinor: bigint }>({
    name: 'read-balances-after',
    text: `
      with ${lastEntriesBefore('$1')}
      select entry.posting_id as id, entry.balance_minor as "balanceMinor"
        from last_before earlier
        join last_before latest on latest.nth = earlier.nth + 1
       cross join lateral (
         select posting_id, balance_minor
           from entries
          where ledger_account_id = $1 and seq > earlier.seq and seq <= latest.seq
         -- Without it the planner might read all entries of the account once.
         offset 0
       ) entry
       where earlier.nth % 2 = 1 and entry.posting_id = any ($3::uuid[])`,
    values: [
      accountId,
      times.flatMap((time) => [new Date(time), new Date(time + 1)]),
      postings.map(({ id }) => id),
    ],
  })
  return new Map(rows.map(({ id, balanceMinor }) => [id, balanceMinor]))
}
