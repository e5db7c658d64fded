import { momentText } from '@bank/contract/date-text'
import { formatMoney } from '@bank/contract/format-money'
import type { Currency } from '@bank/ledger/currency'
import { formatMinor } from '@bank/ledger/money'
import type { Connection } from '../../postgres/database.ts'

/** A funding above a limit. */
export type LargeFunding = {
  readonly id: string
  readonly amountMinor: bigint
  readonly currency: Currency
  readonly at: Date
  /** The administrator; null for the program itself. */
  readonly by: string | null
}

const fundingsMax = 20

/** The fundings above an amount since a moment, newest first, from the audit log. */
export async function findLargeFundings(
  db: Connection,
  { aboveMinor, since }: { aboveMinor: bigint; since: Date },
): Promise<LargeFunding[]> {
  const { rows } = await db.query<LargeFunding>(
    `select t.id, t.amount_minor as "amountMinor", t.currency, e.happened_at as at, u.name as by
       from audit_events e
       join transactions t on t.id = (e.details ->> 'id')::uuid
       left join users u on u.id = e.actor_id
      where e.action = 'account_funded' and e.happened_at > $1 and t.amount_minor > $2
      order by e.happened_at desc, e.seq desc
      limit ${fundingsMax}`,
    [since, aboveMinor],
  )
  return rows
}

/** Such as "Clara funded an account with $250,000.00 on November 24, 2026 at 1:16 PM UTC." */
export function fundingSentence({ amountMinor, currency, by, at }: LargeFunding, timeZone: string): string {
  const amount = formatMoney(formatMinor(amountMinor), currency)
  return `${by ?? 'The bank'} funded an account with ${amount} on ${momentText(at, timeZone, 'long')}.`
}
