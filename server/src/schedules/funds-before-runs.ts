import type { Connection } from '../postgres/database.ts'

/** What the runs of schedules that are not made yet change. In minor units. */
export type FundsBeforeRuns = {
  /** The balance without what is held of it. */
  readonly availableMinor: bigint
  /** Whether transfers from the account are rounded up into a pot. */
  readonly isRoundedUp: boolean
  /** Those of the transactions that are made: the balance has them already. */
  readonly madeIds: readonly string[]
}

/** The funds of an account, and which of these transactions are part of them, in one snapshot. */
export async function readFundsBeforeRuns(
  db: Connection,
  accountId: bigint,
  transactionIds: readonly string[],
): Promise<FundsBeforeRuns> {
  const { rows } = await db.query<FundsBeforeRuns>({
    name: 'read-funds-before-runs',
    text: `
      select l.balance_minor - coalesce(l.held_minor, 0) as "availableMinor",
             exists (select from pots p where p.account_id = l.id and p.rounded_seq is not null) as "isRoundedUp",
             array(select t.id::text from transactions t where t.id = any($2::uuid[])) as "madeIds"
        from ledger_accounts l
       where l.id = $1`,
    values: [accountId, transactionIds],
  })
  return rows[0]!
}
