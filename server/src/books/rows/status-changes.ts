import type { Snapshot, StatusSetting } from '@bank/ledger/snapshot'
import type { Status } from '@bank/ledger/transaction-status'
import type { Connection } from '../../postgres/database.ts'
import type { Statement } from '../../postgres/pipelined-connection.ts'

type StatusChangeRow = { transaction_id: string; status: Status; made_by: string }

// By the index of these postings alone. A status may be set any number of times: each once for each who set it.
export const readStatusChanges: Statement<StatusChangeRow> = {
  name: 'books-read-status-changes',
  text: `
  select distinct transaction_id, status, made_by
    from postings
   where transaction_id = any($1::uuid[]) and id <> transaction_id`,
}

export function statusChangesIn(rows: readonly StatusChangeRow[]): Snapshot['statusChanges'] {
  const changes = new Map<string, StatusSetting[]>()
  for (const { transaction_id: id, status, made_by: madeBy } of rows) {
    changes.set(id, [...(changes.get(id) ?? []), { status, madeBy }])
  }
  return changes
}

/** The status changes of a transaction, without a lock. */
export async function findStatusChanges(
  db: Connection,
  transactionId: string,
): Promise<Snapshot['statusChanges']> {
  const { rows } = await db.query<StatusChangeRow>({ ...readStatusChanges, values: [[transactionId]] })
  return statusChangesIn(rows)
}
