import type { Connection } from '../postgres/database.ts'

/** A month or a day of an account. Minor units, both positive. */
export type Flow = {
  /** `YYYY-MM` or `YYYY-MM-DD`. */
  readonly during: string
  readonly inMinor: bigint
  readonly outMinor: bigint
}

/**
 * What came in and went out of an account in each of the latest `count` months or days, the oldest first, the one `now`
 * is in last.
 *
 * A transfer that was returned counts as neither: not as money out when it was sent, nor as money in when it came
 * back, even in another month. So each transaction is counted by where its money is now, in the month it was made: one
 * sent unless it has failed, one received once it has arrived. That is the sum of the transaction's own entries on the
 * account, without their to and fro.
 */
export async function sumFlows(
  db: Connection,
  accountId: bigint,
  { step, count, now, timeZone }: { step: 'month' | 'day'; count: number; now: Date; timeZone: string },
): Promise<Flow[]> {
  const { rows } = await db.query<{ during: string; in_minor: string; out_minor: string }>({
    name: 'sum-flows',
    text: `
      with steps as (
        select generate_series(this_step - ('1 ' || $5)::interval * ($4 - 1), this_step, ('1 ' || $5)::interval) as step
          from (select date_trunc($5, $2::timestamptz at time zone $3) as this_step) t
      ), flows as (${made('credit_account_id', "status = 'success'")}
        union all ${made('debit_account_id', "status <> 'failed'")}
      )
      select to_char(step, case $5 when 'month' then 'YYYY-MM' else 'YYYY-MM-DD' end) as during,
             coalesce(sum(amount_minor) filter (where side = 'credit_account_id'), 0) as in_minor,
             coalesce(sum(amount_minor) filter (where side = 'debit_account_id'), 0) as out_minor
        from steps left join flows using (step)
       group by step
       order by step`,
    values: [accountId, now, timeZone, count, step],
  })
  // Sums of many amounts may be larger than any one of them can be, so they come as text.
  return rows.map(({ during, in_minor, out_minor }) => ({
    during,
    inMinor: BigInt(in_minor),
    outMinor: BigInt(out_minor),
  }))
}

// One index scan on each side, over the time that is asked for and no other.
function made(side: 'credit_account_id' | 'debit_account_id', counts: string): string {
  return `
    select date_trunc($5, created_at at time zone $3) as step, amount_minor, '${side}' as side
      from transactions
     where ${side} = $1 and ${counts} and created_at >= (select min(step) at time zone $3 from steps)`
}
