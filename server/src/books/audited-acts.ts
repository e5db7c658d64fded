import type { Outcome } from '@bank/ledger/decide'
import { formatMinor } from '@bank/ledger/money'
import type { Rows } from '@bank/ledger/snapshot'
import type { Transaction } from '@bank/ledger/transaction'
import { statusAt } from '@bank/ledger/transaction-status'
import type { AuditEvent } from '../audit/audit-chain.ts'
import type { Instruction } from './instruction.ts'

/**
 * The audit events of the administrators' acts in a decided batch, in its order: one for each act that moved money, none
 * for a replay, a refusal or a no-op. They are written in the batch's own commit.
 */
export function auditEventsOf(
  instructions: readonly Instruction[],
  outcomes: readonly Outcome[],
  rows: Rows,
): AuditEvent[] {
  const events: AuditEvent[] = []
  for (const [index, instruction] of instructions.entries()) {
    if (!instruction.audit) continue
    const outcome = outcomes[index]!
    if ('refusal' in outcome || !outcome.moved) continue
    events.push(eventOf(instruction, outcome.transaction, rows))
  }
  return events
}

function eventOf(
  instruction: Instruction,
  { id: transactionId, route, currency, amountMinor }: Transaction,
  { postings, entries }: Rows,
): AuditEvent {
  const id = instruction.type === 'change_status' ? instruction.changeId : transactionId
  const index = postings.findIndex((posting) => posting.id === id)
  const posting = postings[index]!
  const { accountNumber, ...act } = instruction.audit!
  const event = { ...act, actorId: posting.madeBy, now: new Date(posting.bookedAt) }
  if (instruction.type === 'change_status') {
    const change = { before: statusAt(posting.debit, route), after: posting.status }
    return { ...event, details: { ...change, transactionId, amount: formatMinor(amountMinor), currency, id } }
  }
  // Each posting wrote two entries, the credit second.
  const after = entries[2 * index + 1]!.balanceMinor
  const change = { before: formatMinor(after - amountMinor), after: formatMinor(after) }
  return {
    ...event,
    details: { ...change, currency, id, ...(accountNumber !== undefined && { accountNumber }) },
  }
}
