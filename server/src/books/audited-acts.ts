import { isForCustomer } from '@bank/contract/admin/reason-reader'
import { programReasons } from '@bank/contract/admin/transactions/usual-reasons'
import type { Outcome } from '@bank/ledger/decide'
import { formatMinor } from '@bank/ledger/money'
import type { Rows } from '@bank/ledger/snapshot'
import { bankItself, type Transaction, takenBackBy } from '@bank/ledger/transaction'
import { statusAt } from '@bank/ledger/transaction-status'
import type { AuditEvent } from '../audit/audit-chain.ts'
import type { Mail } from '../mail/outgoing-mail.ts'
import type { Instruction } from './instruction.ts'
import { approvalGiven, controlDetails, type Decision } from './rows/approvals.ts'
import type { BookedStep } from './rows/disputes.ts'
import type { PostingReason } from './rows/posting-reasons.ts'

/**
 * What an administrator's act adds to its commit: its audit event, the reason of its posting where one was given, the decision on
 * the approval by which it is carried out, which has an audit event of its own, what it does to a dispute, and a mail.
 */
export type AuditedAct = {
  readonly events: readonly AuditEvent[]
  readonly reason: PostingReason | null
  readonly decision: Decision | null
  readonly dispute: BookedStep | null
  readonly mail: { readonly mail: Mail; readonly now: Date } | null
}

/**
 * The administrators' acts in a decided batch, in its order: each that moved money, without replays, refusals and no-ops. They are
 * written in the batch's own commit.
 */
export function auditedActsOf(
  instructions: readonly Instruction[],
  outcomes: readonly Outcome[],
  rows: Rows,
): AuditedAct[] {
  const acts: AuditedAct[] = []
  for (const [index, instruction] of instructions.entries()) {
    if (!instruction.audit) continue
    const outcome = outcomes[index]!
    if ('refusal' in outcome || !outcome.moved) continue
    acts.push(actOf(instruction, instruction.audit, outcome.transaction, rows))
  }
  return acts
}

function actOf(
  instruction: Instruction,
  {
    action,
    target,
    accountNumber,
    reason,
    reference,
    dispute,
    mailOf,
    ...control
  }: NonNullable<Instruction['audit']>,
  transaction: Transaction,
  { postings, entries }: Rows,
): AuditedAct {
  const { id: transactionId, kind, route, currency, amountMinor } = transaction
  const takenBackId = takenBackBy(transaction)
  const id = instruction.type === 'change_status' ? instruction.changeId : transactionId
  const index = postings.findIndex((posting) => posting.id === id)
  const posting = postings[index]!
  // Each posting wrote two entries, the credit second: the customer's is the one whose balance is told.
  const entry = entries[2 * index + (transaction.creditAccountId === null ? 0 : 1)]!
  const change =
    instruction.type === 'change_status'
      ? {
          before: statusAt(posting.debit, route),
          after: posting.status,
          transactionId,
          amount: formatMinor(amountMinor),
        }
      : {
          before: formatMinor(entry.balanceMinor - entry.amountMinor),
          after: formatMinor(entry.balanceMinor),
          ...(takenBackId && { [kind === 'taking_back' ? 'fundingId' : 'creditId']: takenBackId }),
          ...(dispute && { disputeId: dispute.disputeId, ...(dispute.is === 'end' && { outcome: 'bank' }) }),
        }
  const details = {
    ...change,
    currency,
    id,
    ...(accountNumber !== undefined && { accountNumber }),
    ...(reason !== undefined && { reason }),
    ...(reference && { reference }),
    ...controlDetails(control),
  }
  const now = new Date(posting.bookedAt)
  const actorId = posting.madeBy === bankItself ? null : posting.madeBy
  const event = { action, target, actorId, now, details }
  const { approval } = control
  const decision = approval ? { ...approval, decidedAt: now } : null
  return {
    events: decision ? [event, approvalGiven(decision)] : [event],
    reason:
      reason === undefined
        ? null
        : {
            postingId: id,
            reason,
            reference: reference || null,
            forCustomer: isForCustomer(action, posting.status) && !programReasons.includes(reason),
          },
    decision,
    dispute: dispute ? { ...dispute, transactionId, madeBy: posting.madeBy, bookedAt: now } : null,
    mail: mailOf ? { mail: mailOf(transaction), now } : null,
  }
}
