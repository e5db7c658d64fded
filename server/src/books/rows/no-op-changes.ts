import type { Rows, Snapshot } from '@bank/ledger/snapshot'
import type { Status } from '@bank/ledger/transaction-status'
import { textArray, uuidArray } from '../../postgres/binary-array.ts'
import type { Statement } from '../../postgres/pipelined-connection.ts'

type NoOpStatusChangeRow = { id: string; transaction_id: string; status: Status; made_by: string }

export const readNoOpStatusChanges: Statement<NoOpStatusChangeRow> = {
  name: 'books-read-no-op-changes',
  text: 'select id, transaction_id, status, made_by from no_op_changes where id = any($1::uuid[])',
}

export function noOpStatusChangesIn(rows: readonly NoOpStatusChangeRow[]): Snapshot['noOpStatusChanges'] {
  return new Map(
    rows.map(({ id, transaction_id: transactionId, status, made_by: madeBy }) => [
      id,
      { id, transactionId, status, madeBy },
    ]),
  )
}

export const writeNoOpStatusChanges: Statement = {
  name: 'books-write-no-op-changes',
  text: `
  insert into no_op_changes (id, transaction_id, status, made_by)
  select unnest($1::uuid[]), unnest($2::uuid[]), unnest($3::text[]), unnest($4::uuid[])`,
}

export function noOpStatusChangeValues({ noOpStatusChanges }: Rows): Buffer[] {
  return [
    uuidArray(noOpStatusChanges.map(({ id }) => id)),
    uuidArray(noOpStatusChanges.map(({ transactionId }) => transactionId)),
    textArray(noOpStatusChanges.map(({ status }) => status)),
    uuidArray(noOpStatusChanges.map(({ madeBy }) => madeBy)),
  ]
}
