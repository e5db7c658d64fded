import { dayOf, startOfDay } from '@bank/contract/bank-day'
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
  const steps = latestSteps(step, count, dayOf(now, timeZone))
  const { rows } = await db.query<{ place: number; in_minor: string; out_minor: string }>({
    name: 'sum-flows',
    text: `
      select place,
             coalesce(sum(amount_minor) filter (where side = 'credit_account_id'), 0) as in_minor,
             coalesce(sum(amount_minor) filter (where side = 'debit_account_id'), 0) as out_minor
        from (${made('credit_account_id', "status = 'success'")}
        union all ${made('debit_account_id', "status <> 'failed'")}
      ) flows
       group by place`,
    // The database's own time zones are not asked: it may know other names, and where midnight comes twice it takes the later.
    values: [accountId, steps.map(({ firstDay }) => startOfDay(firstDay, timeZone))],
  })
  const found = new Map(rows.map((row) => [row.place, row]))
  return steps.map(({ during }, index) => {
    const { in_minor, out_minor } = found.get(index + 1) ?? { in_minor: 0, out_minor: 0 }
    // Sums of many amounts may be larger than any one of them can be, so they come as text.
    return { during, inMinor: BigInt(in_minor), outMinor: BigInt(out_minor) }
  })
}

/** The latest months or days, the one of `today` last, each with its first day. */
function latestSteps(
  step: 'month' | 'day',
  count: number,
  today: string,
): { during: string; firstDay: string }[] {
  const [year, month, day] = today.split('-').map(Number) as [number, number, number]
  return Array.from({ length: count }, (_, index) => {
    const back = count - 1 - index
    const first = step === 'month' ? Date.UTC(year, month - 1 - back) : Date.UTC(year, month - 1, day - back)
    const firstDay = new Date(first).toISOString().slice(0, 10)
    return { during: step === 'month' ? firstDay.slice(0, 7) : firstDay, firstDay }
  })
}

// One index scan on each side, over the time that is asked for and no other. The place is that of the step: 1, 2, 3 …
function made(side: 'credit_account_id' | 'debit_account_id', counts: string): string {
  return `
    select width_bucket(created_at, $2::timestamptz[]) as place, amount_minor, '${side}' as side
      from transactions
     where ${side} = $1 and ${counts} and created_at >= ($2::timestamptz[])[1]`
}
