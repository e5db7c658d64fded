import { dayOf, startOfDay } from '@bank/contract/bank-day'
import { kindsThat } from '@bank/ledger/kinds'
import type { Connection } from '../postgres/database.ts'

/** A month or a day of an account. Minor units, both positive. */
export type Flow = {
  /** `YYYY-MM` or `YYYY-MM-DD`. */
  readonly during: string
  readonly inMinor: bigint
  readonly outMinor: bigint
}

/**
 * Money in and out of an account in each of the latest `count` months or days, oldest first, the current one last.
 *
 * A returned transfer counts as neither: not as money out when it was sent, nor as money in when it came back, even in
 * another month. So each transaction is counted by its present position, in the month of its creation: one that was sent
 * unless it has failed, one that was received once it has arrived. That is the net sum of its entries on the account.
 *
 * Only kinds that are income or spending count: what stays with the customer is neither.
 */
export async function sumFlows(
  db: Connection,
  accountId: bigint,
  { step, count, now, timeZone }: { step: 'month' | 'day'; count: number; now: Date; timeZone: string },
): Promise<Flow[]> {
  const steps = latestSteps(step, count, dayOf(now, timeZone))
  const { rows } = await db.query<{ step: number; in_minor: string; out_minor: string }>({
    name: 'sum-flows',
    text: `
      select step,
             coalesce(sum(amount_minor) filter (where side = 'credit'), 0) as in_minor,
             coalesce(sum(amount_minor) filter (where side = 'debit'), 0) as out_minor
        from (${made('credit', "status = 'success'", '$3')}
        union all ${made('debit', "status <> 'failed'", '$4')}
      ) flows
       group by step`,
    // Days are computed here: the database may know other time zones, and takes the later of two midnights.
    values: [
      accountId,
      steps.map(({ firstDay }) => startOfDay(firstDay, timeZone)),
      kindsThat('isIncome'),
      kindsThat('isSpending'),
    ],
  })
  const found = new Map(rows.map((row) => [row.step, row]))
  return steps.map(({ during }, index) => {
    const { in_minor, out_minor } = found.get(index + 1) ?? { in_minor: 0, out_minor: 0 }
    // Sums may exceed 64 bits, so they come as text.
    return { during, inMinor: BigInt(in_minor), outMinor: BigInt(out_minor) }
  })
}

/** The latest months or days, the present one (that of `today`) last, each with its first day. */
export function latestSteps(
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

// One index scan on each side, over the requested time only. `step` is the number of the month or day: 1, 2, 3 …
function made(side: 'credit' | 'debit', counts: string, kinds: string): string {
  return `
    select width_bucket(created_at, $2::timestamptz[]) as step, amount_minor, '${side}' as side
      from transactions
     where ${side}_account_id = $1 and ${counts} and created_at >= ($2::timestamptz[])[1]
       and kind = any(${kinds}::text[])`
}
