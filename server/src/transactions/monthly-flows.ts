import type { Connection } from '../postgres/database.ts'

/** A month of an account. Minor units, both positive. */
export type MonthlyFlow = {
  /** `YYYY-MM`. */
  readonly month: string
  readonly inMinor: bigint
  readonly outMinor: bigint
}

/**
 * What came in and went out of an account in each of the latest `months`, the oldest first, the month of `now` last.
 *
 * A transfer that was returned counts as neither: not as money out when it was sent, nor as money in when it came
 * back, even in another month. So each transaction is counted by where its money is now, in the month it was made: one
 * sent unless it has failed, one received once it has arrived. That is the sum of the transaction's own entries on the
 * account, without their to and fro.
 */
export async function sumMonths(
  db: Connection,
  accountId: bigint,
  { months, now, timeZone }: { months: number; now: Date; timeZone: string },
): Promise<MonthlyFlow[]> {
  const { rows } = await db.query<{ month: string; in_minor: string; out_minor: string }>({
    name: 'sum-months',
    text: `
      with months as (
        select generate_series(this_month - make_interval(months => $4 - 1), this_month, '1 month') as month
          from (select date_trunc('month', $2::timestamptz at time zone $3) as this_month) t
      ), flows as (${made('credit_account_id', "status = 'success'")}
        union all ${made('debit_account_id', "status <> 'failed'")}
      )
      select to_char(month, 'YYYY-MM') as month,
             coalesce(sum(amount_minor) filter (where side = 'credit_account_id'), 0) as in_minor,
             coalesce(sum(amount_minor) filter (where side = 'debit_account_id'), 0) as out_minor
        from months left join flows using (month)
       group by month
       order by month`,
    values: [accountId, now, timeZone, months],
  })
  // Sums of many amounts may be larger than any one of them can be, so they come as text.
  return rows.map(({ month, in_minor, out_minor }) => ({
    month,
    inMinor: BigInt(in_minor),
    outMinor: BigInt(out_minor),
  }))
}

// One index scan on each side, over the months that are asked for and no others.
function made(side: 'credit_account_id' | 'debit_account_id', counts: string): string {
  return `
    select date_trunc('month', created_at at time zone $3) as month, amount_minor, '${side}' as side
      from transactions
     where ${side} = $1 and ${counts} and created_at >= (select min(month) at time zone $3 from months)`
}
