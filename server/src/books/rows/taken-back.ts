import type { Snapshot } from '@bank/ledger/snapshot'
import type { Connection } from '../../postgres/database.ts'
import type { Statement } from '../../postgres/pipelined-connection.ts'

type TakenBackRow = { id: string; taken_minor: bigint }

// By the index of these transactions alone. A taking back is final, so each counts.
export const readTakenBack: Statement<TakenBackRow> = {
  name: 'books-read-taken-back',
  text: `
  select credit_detail as id, sum(amount_minor)::bigint as taken_minor
    from transactions
   where kind in ('taking_back', 'credit_taking_back') and credit_detail = any($1::text[])
   group by credit_detail`,
}

export function takenBackIn(rows: readonly TakenBackRow[]): Snapshot['takenBack'] {
  return new Map(rows.map((row) => [row.id, row.taken_minor]))
}

/** What was taken back of a funding, without a lock. */
export async function findTakenBack(db: Connection, fundingId: string): Promise<Snapshot['takenBack']> {
  const { rows } = await db.query<TakenBackRow>({ ...readTakenBack, values: [[fundingId]] })
  return takenBackIn(rows)
}
