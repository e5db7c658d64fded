import type { Transaction } from '@bank/ledger/transaction'
import type { Connection } from '../postgres/database.ts'

/** A posting whose entry on an account is looked for. */
export type SoughtPosting = { readonly id: string; readonly bookedAt: Date }

/** The first posting of a transaction, which has its id and made it. */
export function firstPostingOf({ id, createdAt }: Pick<Transaction, 'id' | 'createdAt'>): SoughtPosting {
  return { id, bookedAt: new Date(createdAt) }
}

/** Up to so many entries are read in one go: halving them further would take more look-ups than there are rows. */
const entriesAtOnce = 16

/**
 * The balance of an account after each of these postings, by the posting's id, in minor units. A posting that has no entry on
 * the account is left out.
 *
 * Entries have no index on their posting. They are numbered without gaps in order of time: a range of them is halved, and each
 * half is halved again while one of the postings can be in it. That is one primary key look-up for each half: about twenty for
 * a posting among many others, and about one for each of many postings that are next to each other.
 */
export async function readBalancesAfter(
  db: Connection,
  accountId: bigint,
  postings: readonly SoughtPosting[],
): Promise<ReadonlyMap<string, bigint>> {
  if (postings.length === 0) return new Map()
  const { rows } = await db.query<{ id: string; balanceMinor: bigint }>({
    name: 'read-balances-after',
    // $2 has the times in order; a part of the entries can contain those from number `first` to number `last`. The database may
    // have more digits of a time than a date, so an entry belongs to the times of its millisecond.
    text: `
      with recursive part (low, high, first, last) as (
        select 1::bigint, entry_seq, 1, cardinality($2::timestamptz[])
          from ledger_accounts
         where id = $1
        union all
        select half.low, half.high, half.first, half.last
          from part
          join entries middle on middle.ledger_account_id = $1 and middle.seq = (part.low + part.high) >> 1
         cross join lateral (values
           (part.low, middle.seq, part.first, least(part.last, width_bucket(middle.booked_at, $2))),
           (middle.seq + 1, part.high,
            greatest(part.first, width_bucket(middle.booked_at - interval '1 millisecond', $2) + 1), part.last)
         ) half (low, high, first, last)
         where part.high - part.low >= ${entriesAtOnce} and half.first <= half.last
      )
      select sought.id, found.balance_minor as "balanceMinor"
        from part
       cross join lateral (
         select entry.posting_id, entry.balance_minor
           from entries entry
          where entry.ledger_account_id = $1 and entry.seq between part.low and part.high
          order by entry.seq
          limit ${entriesAtOnce}
       ) found
        join unnest($3::uuid[]) sought (id) on sought.id = found.posting_id
       where part.high - part.low < ${entriesAtOnce}`,
    values: [
      accountId,
      postings.map(({ bookedAt }) => bookedAt).sort((one, other) => one.getTime() - other.getTime()),
      postings.map(({ id }) => id),
    ],
  })
  return new Map(rows.map(({ id, balanceMinor }) => [id, balanceMinor]))
}
