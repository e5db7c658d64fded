import type { Command } from '@bank/ledger/command'
import { kinds } from '@bank/ledger/kinds'
import type { Posting } from '@bank/ledger/posting'
import { countedOf, interpret, type NaiveBank, type NaiveGuard } from '@bank/ledger/test/naive-interpreter'
import { dayAt } from '@bank/ledger/test/small-bank'
import { positionOf } from '@bank/ledger/transaction-status'
import { commandOf, type Instruction } from '@bank/server/books/instruction'
import { emptyBank } from '@bank/server/test/empty-bank'
import {
  dayLimitMinor,
  guardedUser,
  isRightPin,
  modelCustomers,
  modelInternalAccounts,
  modelPots,
  pinRecoveryLimitMinor,
  unstriped,
} from './model-bank.ts'
import type { Change, Commit } from './model-database.ts'
import { postingOf } from './row-shapes.ts'
import { hasWrongPin, idOf } from './work.ts'

/** Repeats every commit with the naive interpreter, one posting at a time. Returns the first difference, or null. */
export function replayViolation(
  commits: readonly Commit[],
  instructions: readonly Instruction[],
): string | null {
  const pots = modelPots.map(({ id: accountId, ownerId: userId, currency }) => {
    return { accountId, userId, currency, isActive: true, pin: '' }
  })
  const naiveBank = emptyBank(modelInternalAccounts, [...modelCustomers, ...pots])
  const submitted = Map.groupBy(instructions, idOf)
  const changeStanding = openStandings(naiveBank)
  const checkGuard = openGuard(naiveBank)
  for (const { changes } of commits) {
    for (const { row } of rowsIn(changes, 'postings')) {
      // The naive interpreter has one in-transit account in each currency.
      const striped = postingOf(row)
      const posting = { ...striped, debit: unstriped(striped.debit), credit: unstriped(striped.credit) }
      // Two kinds of transfers begin in transit: the transaction tells which.
      const kind = rowsIn(changes, 'transactions').find((opened) => opened.row.id === posting.id)?.row.kind
      // An id may have been submitted with a wrong PIN and with the right one.
      const [instruction] = (submitted.get(posting.id) ?? [])
        .filter((each) => isBookedAs(each, posting, kind))
        .sort((a, b) => Number(hasWrongPin(a)) - Number(hasWrongPin(b)))
      if (!instruction) return `posting ${posting.id} has no instruction`
      // The naive bank of the replay has no limit for new beneficiaries: another checker watches it.
      const command = commandOf({ instruction: withoutLimit(instruction), attempt: '' }, isRightPin)
      const fault = postingViolation(naiveBank, command, posting)
      if (fault) return fault
    }
    const miscounted = checkGuard(changes)
    if (miscounted) return miscounted
    for (const { row } of rowsIn(changes, 'ledger_accounts')) {
      const { id, is_closed, held_minor } = row
      const account = naiveBank.accounts.get(unstriped(id as bigint))!
      if (typeof is_closed === 'boolean') account.isClosed = is_closed
      if (typeof held_minor === 'bigint') account.heldMinor = held_minor
    }
    for (const { row } of rowsIn(changes, 'accounts')) changeStanding(row)
    for (const { row } of rowsIn(changes, 'pins')) {
      const sender = naiveBank.senders.get(row.user_id as string)!
      sender.wrongCount = Number(row.wrong_count)
      sender.lockedUntil = row.locked_until as number | null
    }
  }
  return null
}

/** Gives the guarded customer the guard. After each commit it must count to the cent what the naive interpreter counts. */
function openGuard(naiveBank: NaiveBank) {
  const limits = { payment: null, day: dayLimitMinor, month: null }
  const guard: NaiveGuard = { limits, dayAt, counted: [], recovery: null }
  naiveBank.senders.get(guardedUser)!.guards.set('USD', guard)
  let written = [0n, 0n, 0n]
  return (changes: readonly Change[]): string | null => {
    for (const { row } of rowsIn(changes, 'guards')) {
      if ('recovery_until_ms' in row) {
        guard.recovery = { limitMinor: pinRecoveryLimitMinor, until: Number(row.recovery_until_ms), sent: [] }
        written[2] = 0n
      } else written = [row.day_sent, row.month_sent, row.recovery_sent] as bigint[]
    }
    const recovered = (guard.recovery?.sent ?? []).reduce((sum, sent) => sum + sent, 0n)
    const expected = [...countedOf(naiveBank, guardedUser, 'USD'), recovered]
    return String(written) === String(expected) ? null : `${expected} was sent, and ${written} is counted`
  }
}

/** Sets who is frozen, and which accounts are active: while a main one is inactive, so are the others of its customer. */
function openStandings(naiveBank: NaiveBank) {
  const inactive = new Set(
    modelCustomers.filter(({ isActive }) => !isActive).map(({ accountId }) => accountId),
  )
  return ({ id, user_id, is_active, is_frozen }: Change['row']): void => {
    const sender = naiveBank.senders.get(user_id as string)!
    if (is_frozen !== undefined) sender.isFrozen = is_frozen as boolean
    if (is_active === undefined) return
    if (is_active) inactive.delete(id as bigint)
    else inactive.add(id as bigint)
    const { standings } = sender
    // The main account is the first one. Pots are in main accounts.
    const [main] = standings.keys()
    for (const account of standings.keys()) {
      standings.set(account, !inactive.has(account) && !inactive.has(main!))
    }
  }
}

function withoutLimit(instruction: Instruction): Instruction {
  return instruction.type === 'open_transaction' ? { ...instruction, newBeneficiary: undefined } : instruction
}

/** Whether this instruction, of those with the same id, is booked as this posting. */
function isBookedAs(
  instruction: Instruction,
  { transactionId, status, debit, credit, amountMinor, madeBy }: Posting,
  kind: unknown,
): boolean {
  if (instruction.type === 'change_status') {
    return (
      instruction.transactionId === transactionId &&
      instruction.status === status &&
      instruction.madeBy === madeBy
    )
  }
  const { facts } = instruction
  return (
    facts.kind === kind &&
    facts.madeBy === madeBy &&
    // What stops at the balance moves less; the naive interpreter says how much.
    (facts.amountMinor === amountMinor || kinds[facts.kind].stopsAtBalance) &&
    facts.route.source === debit &&
    positionOf(facts.firstStatus, facts.route) === credit
  )
}

function postingViolation(naiveBank: NaiveBank, command: Command, posting: Posting): string | null {
  const outcome = interpret(naiveBank, command, posting.bookedAt)
  if ('refusal' in outcome)
    return `posting ${posting.id} exists, and the naive interpreter refuses it with ${outcome.refusal.code}`
  if (!outcome.moved) return `posting ${posting.id} exists, and the naive interpreter takes it for a repeat`
  const { debit, credit } = posting
  const last = [debit, credit].map((id) => naiveBank.accounts.get(id)!.entries.at(-1)!)
  if (last[0]!.amountMinor !== -posting.amountMinor || last[1]!.amountMinor !== posting.amountMinor) {
    return `posting ${posting.id} moves the money elsewhere than the naive interpreter`
  }
  // The trial balance proves the times. The next posting is booked at its own: here all stripes are one account.
  for (const entry of last) entry.bookedAt = 0
  return null
}

function rowsIn(changes: readonly Change[], table: Change['table']): readonly Change[] {
  return changes.filter((change) => change.table === table)
}
