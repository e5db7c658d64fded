import { isDeepStrictEqual } from 'node:util'
import type { Outcome } from '@bank/ledger/decide'
import { sameContents } from '@bank/ledger/transaction'
import type { Instruction } from '@bank/server/books/instruction'
import { Refusal } from '@bank/server/refusal'
import { isRightPin } from './model-bank.ts'
import type { ModelDatabase } from './model-database.ts'
import { idOf, isPoisoned } from './work.ts'

export type Submission = { readonly instruction: Instruction; readonly since: number }

type Acknowledged = Extract<Outcome, { transaction: object }>

/** Checks every answer against the database at the moment it is given. */
export type AnswerChecker = ReturnType<typeof openAnswerChecker>

// The longest that a request waits in the lane, and the longest attempt after that.
const answerMillisecondsMax = 15_000

export function openAnswerChecker(database: ModelDatabase, find: (finding: string) => void) {
  const { tables, locks } = database
  const submissions = new Map<string, { open: number; mayStillBeBooked: boolean }>()
  const firstAnswers = new Map<string, { outcome: Acknowledged; at: number }>()
  const wrongPins = new Map<string, number>()
  const instructions: Instruction[] = []
  let answers = 0
  let isClockMoved = false

  const isBooked = (id: string) => tables.postings.has(id) || tables.no_op_changes.has(id)

  return {
    answers: () => answers,
    /** All instructions, in the order of their submissions. */
    instructions,
    hasAnswered: (id: string) => firstAnswers.has(id),
    submitted(instruction: Instruction, since: number): Submission {
      const known = submissions.get(idOf(instruction)) ?? { open: 0, mayStillBeBooked: false }
      known.open++
      instructions.push(instruction)
      submissions.set(idOf(instruction), known)
      return { instruction, since }
    },

    unanswered(instruction: Instruction): void {
      find(`${idOf(instruction)} never had an outcome`)
    },

    /** After this a locked PIN may be open again. */
    clockMoved(): void {
      isClockMoved = true
    },

    /** The process of the submission was killed before it answered. */
    abandoned({ instruction }: Submission): void {
      const known = submissions.get(idOf(instruction))!
      known.open--
      known.mayStillBeBooked = true
    },

    answered({ instruction, since }: Submission, now: number, outcome: Outcome): void {
      answers++
      const id = idOf(instruction)
      submissions.get(id)!.open--
      if (now - since > answerMillisecondsMax) find(`${id} was answered after ${now - since} ms`)
      if ('refusal' in outcome) {
        const { code } = outcome.refusal
        if (code === 'id_reused' && !isBooked(id)) find(`${id} was refused as reused, and is not booked`)
        const known = firstAnswers.get(id)
        if (known && known.at < since && isRepeatOf(instruction, known.outcome)) {
          find(`${id} was acknowledged, and then refused with ${code}`)
        }
        if (code === 'pin_incorrect') countWrongPin(instruction)
        if (code === 'pin_incorrect' && hasRightPin(instruction)) find(`${id} was refused a right PIN`)
        return
      }
      if (!isBooked(id))
        find(
          `${id} was ${outcome.replayed ? 'called a repeat, and is not booked' : 'acknowledged before it was committed'}`,
        )
      expectContents(instruction, outcome)
      const first = firstAnswers.get(id)
      if (first && !outcome.replayed && !first.outcome.replayed) find(`${id} was booked twice`)
      if (!first) firstAnswers.set(id, { outcome, at: now })
      else if (!isDeepStrictEqual(contentsOf(first.outcome), contentsOf(outcome)))
        find(`${id} had two different answers`)
    },

    failed(
      { instruction, since }: Submission,
      now: number,
      error: unknown,
      hasUnexpectedErrors: boolean,
    ): void {
      answers++
      const id = idOf(instruction)
      const known = submissions.get(id)!
      known.open--
      if (now - since > answerMillisecondsMax) find(`${id} was answered after ${now - since} ms`)
      if (error instanceof Refusal && error.code === 'busy') {
        // Another submission with the same id may have been booked, or may still be.
        if (known.open > 0 || known.mayStillBeBooked || firstAnswers.has(id)) return
        if (isBooked(id) || locks.isHeld({ table: 'postings', key: id }))
          find(`${id} was answered busy, and is booked`)
        return
      }
      known.mayStillBeBooked = true
      if (error instanceof Refusal && error.code === 'outcome_unknown') return
      if (!hasUnexpectedErrors && !isPoisoned(instruction)) {
        find(
          `${id} failed with an error instead of an outcome: ${error instanceof Error ? error.message : error}`,
        )
      }
    },
  }

  /** For a customer who never enters the right PIN, four are answered as wrong, and the fifth locks. */
  function countWrongPin(instruction: Instruction): void {
    const sender = senderOf(instruction)
    if (!sender) return
    const { userId } = sender
    const count = (wrongPins.get(userId) ?? 0) + 1
    wrongPins.set(userId, count)
    const hasTheRightOne = instructions.some((each) => senderOf(each)?.userId === userId && hasRightPin(each))
    if (count > 4 && !hasTheRightOne && !isClockMoved) find(`${userId} had ${count} answers of a wrong PIN`)
  }

  function expectContents(instruction: Instruction, { transaction }: Acknowledged): void {
    if (instruction.kind === 'change_status') {
      if (transaction.id !== instruction.transactionId || transaction.status !== instruction.status) {
        find(`${instruction.changeId} had the answer of another change`)
      }
      return
    }
    const { facts } = instruction
    if (
      transaction.id !== facts.id ||
      !sameContents(transaction, facts) ||
      transaction.status !== transaction.firstStatus
    ) {
      find(`${facts.id} had the answer of another transaction`)
    }
    const written = tables.payee_references.get(facts.id)?.reference ?? null
    if (written !== facts.reference)
      find(`${facts.id} was acknowledged for ${facts.reference}, and has ${written}`)
  }
}

function hasRightPin(instruction: Instruction): boolean {
  const sender = senderOf(instruction)
  return sender !== null && isRightPin(sender.userId, sender.pin)
}

function senderOf(instruction: Instruction) {
  return instruction.kind === 'open_transaction' ? instruction.sender : null
}

/** Whether the instruction has the contents of the acknowledged outcome. */
function isRepeatOf(instruction: Instruction, { transaction }: Acknowledged): boolean {
  return instruction.kind === 'change_status'
    ? instruction.transactionId === transaction.id && instruction.status === transaction.status
    : sameContents(instruction.facts, transaction)
}

/** The transaction of an answer, without descriptions, which repeats need not share. */
function contentsOf({ transaction }: Acknowledged): object {
  return { ...transaction, creditDescription: '', debitDescription: '' }
}
