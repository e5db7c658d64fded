import type { Command } from '@bank/ledger/command'
import type { Posting } from '@bank/ledger/posting'
import { interpret, type NaiveBank } from '@bank/ledger/test/naive-interpreter'
import { positionOf } from '@bank/ledger/transaction-status'
import { commandOf, type Instruction } from '@bank/server/books/instruction'
import { emptyBank } from '@bank/server/test/empty-bank'
import { isRightPin, modelCustomers, modelInternalAccounts } from './model-bank.ts'
import type { Change, Commit } from './model-database.ts'
import { postingOf } from './row-shapes.ts'
import { idOf } from './work.ts'

/** Books everything again one by one, in the order of the commits, as a clerk would who knows nothing of batches. */
export function clerkFault(commits: readonly Commit[], instructions: readonly Instruction[]): string | null {
  const clerk = emptyBank(modelInternalAccounts, modelCustomers)
  const asked = Map.groupBy(instructions, idOf)
  for (const { changes } of commits) {
    for (const { row } of rowsIn(changes, 'postings')) {
      const posting = postingOf(row)
      // The same may have been sent with a wrong PIN and with the right one.
      const [instruction] = (asked.get(posting.id) ?? [])
        .filter((each) => wouldBe(each, posting))
        .sort((a, b) => Number(hasRightPin(b)) - Number(hasRightPin(a)))
      if (!instruction) return `posting ${posting.id} was asked for by nobody`
      const command = commandOf({ instruction, attempt: '' }, isRightPin)
      const fault = clerksFault(clerk, command, posting)
      if (fault) return fault
    }
    for (const { row } of rowsIn(changes, 'accounts')) {
      clerk.senders.get(row.user_id as string)!.isActive = row.is_active as boolean
    }
    for (const { row } of rowsIn(changes, 'pins')) {
      const sender = clerk.senders.get(row.user_id as string)!
      sender.wrongCount = Number(row.wrong_count)
      sender.lockedUntil = row.locked_until as number | null
    }
  }
  return null
}

/** Would this instruction, of those that share an id, be booked as this posting? */
function wouldBe(
  instruction: Instruction,
  { transactionId, status, debit, credit, amountMinor, madeBy }: Posting,
): boolean {
  if (instruction.kind === 'change_status') {
    return (
      instruction.transactionId === transactionId &&
      instruction.status === status &&
      instruction.madeBy === madeBy
    )
  }
  const { facts } = instruction
  return (
    facts.madeBy === madeBy &&
    facts.amountMinor === amountMinor &&
    facts.route.source === debit &&
    positionOf(facts.firstStatus, facts.route) === credit
  )
}

function clerksFault(clerk: NaiveBank, command: Command, posting: Posting): string | null {
  const outcome = interpret(clerk, command, posting.bookedAt)
  if ('refusal' in outcome) return `posting ${posting.id} was made, and a clerk says ${outcome.refusal.code}`
  if (!outcome.moved) return `posting ${posting.id} was made, and a clerk would not have made it again`
  const { debit, credit } = posting
  const last = [debit, credit].map((id) => clerk.accounts.get(id)!.entries.at(-1)!)
  if (last[0]!.amountMinor !== -posting.amountMinor || last[1]!.amountMinor !== posting.amountMinor) {
    return `posting ${posting.id} moves the money elsewhere than a clerk would`
  }
  return last[0]!.bookedAt === posting.bookedAt ? null : `posting ${posting.id} was booked at another time`
}

function hasRightPin(instruction: Instruction): boolean {
  if (instruction.kind === 'change_status' || !instruction.sender) return true
  return isRightPin(instruction.sender.userId, instruction.sender.pin)
}

function rowsIn(changes: readonly Change[], table: Change['table']): readonly Change[] {
  return changes.filter((change) => change.table === table)
}
