import { booleanArray, textArray, uuidArray } from '../../postgres/binary-array.ts'
import type { Statement } from '../../postgres/pipelined-connection.ts'

/** Why an administrator moved money. */
export type PostingReason = {
  readonly postingId: string
  readonly reason: string
  /** What it is known by outside the bank; null without one. */
  readonly reference: string | null
  /** Whether the customers of the transaction read the reason, too. */
  readonly forCustomer: boolean
}

export const writePostingReasons: Statement = {
  name: 'books-write-posting-reasons',
  text: `
  insert into posting_reasons (posting_id, reason, reference, for_customer)
  select * from unnest($1::uuid[], $2::text[], $3::text[], $4::boolean[])`,
}

export function postingReasonValues(reasons: readonly PostingReason[]): Buffer[] {
  return [
    uuidArray(reasons.map(({ postingId }) => postingId)),
    textArray(reasons.map(({ reason }) => reason)),
    textArray(reasons.map(({ reference }) => reference)),
    booleanArray(reasons.map(({ forCustomer }) => forCustomer)),
  ]
}
