import type { PoolClient } from 'pg'
import type { Bank } from '../../bank.ts'
import type { GivenApproval } from '../../books/rows/approvals.ts'
import type { Approval, Payload } from './approval.ts'

/** An act that may wait for a second person. When it is approved it throws the refusal of what has changed since it was asked for. */
export type Act = {
  /** What is done, in words. */
  readonly sentence: (payload: Payload) => string
} & (
  | {
      /** Has the books carry it out, with the decision in their commit. The connection holds what has been locked for it. */
      readonly book: (
        connection: PoolClient,
        bank: Bank,
        approval: Approval,
        given: GivenApproval,
        now: Date,
      ) => Promise<void>
    }
  | {
      /** Carries it out in the database transaction that stores the decision. Writes its audit event last. */
      readonly change: (
        connection: PoolClient,
        bank: Bank,
        approval: Approval,
        given: GivenApproval,
        now: Date,
      ) => Promise<void>
    }
)
