import { isDeepStrictEqual } from 'node:util'
import type { Outcome } from '@bank/ledger/decide'
import { sameContents } from '@bank/ledger/transaction'
import type { Instruction } from '@bank/server/books/instruction'
import { errorCodeOf } from '@bank/server/postgres/transient-error'
import { Refusal } from '@bank/server/refusal'
import type { ModelDatabase } from './model-database.ts'
import type { Tables } from './model-rows.ts'
import { hasWrongPin, idOf, isPoisoned, senderOf } from './work.ts'

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
  const instructions: Instruction[] = []
  let answers = 0

  const wrongPins = openWrongPinCounter(instructions, find)

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
    clockMoved: wrongPins.clockMoved,

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
        if (code === 'pin_incorrect') wrongPins.count(instruction)
        if (code === 'pin_incorrect' && !hasWrongPin(instruction)) find(`${id} was refused a right PIN`)
        return
      }
      if (!isBooked(id))
        find(
          `${id} was ${outcome.replayed ? 'called a repeat, and is not booked' : 'acknowledged before it was committed'}`,
        )
      const difference = contentsViolation(tables, instruction, outcome)
      if (difference !== null) find(difference)
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
      // Its approval was decided meanwhile.
      if (instruction.audit?.approval && errorCodeOf(error) === '22012') return
      known.mayStillBeBooked = true
      if (error instanceof Refusal && error.code === 'outcome_unknown') return
      if (!hasUnexpectedErrors && !isPoisoned(instruction)) {
        find(
          `${id} failed with an error instead of an outcome: ${error instanceof Error ? error.message : error}`,
        )
      }
    },
  }
}

/** Counts the answers of a wrong PIN: for a customer who never enters the right one there are four, and the fifth locks. */
function openWrongPinCounter(instructions: readonly Instruction[], find: (finding: string) => void) {
  const wrongPins = new Map<string, number>()
  let isClockMoved = false
  return {
    clockMoved(): void {
      isClockMoved = true
    },
    count(instruction: Instruction): void {
      const sender = senderOf(instruction)
      if (!sender) return
      const { userId } = sender
      const count = (wrongPins.get(userId) ?? 0) + 1
      wrongPins.set(userId, count)
      const hasTheRightOne = instructions.some(
        (each) => senderOf(each)?.userId === userId && !hasWrongPin(each),
      )
      if (count > 4 && !hasTheRightOne && !isClockMoved) find(`${userId} had ${count} answers of a wrong PIN`)
    },
  }
}

/** What an acknowledged outcome has that its instruction has not, or null. */
function contentsViolation(tables: Tables, instruction: Instruction, outcome: Acknowledged): string | null {
  const id = idOf(instruction)
  if (!isRepeatOf(instruction, outcome)) return `${id} had the answer of another instruction`
  if (instruction.type === 'change_status') return null
  const { facts } = instruction
  const { transaction } = outcome
  if (transaction.id !== id || transaction.status !== transaction.firstStatus) {
    return `${id} had the answer of another transaction`
  }
  const written = tables.payee_references.get(id)?.reference ?? null
  if (written === facts.reference) return null
  return `${id} was acknowledged for ${facts.reference}, and has ${written}`
}

/** Whether the instruction has the contents of the acknowledged outcome. */
function isRepeatOf(instruction: Instruction, { transaction }: Acknowledged): boolean {
  return instruction.type === 'change_status'
    ? instruction.transactionId === transaction.id && instruction.status === transaction.status
    : sameContents(instruction.facts, transaction)
}

/** The transaction of an answer, without details, which repeats need not share. */
function contentsOf({ transaction }: Acknowledged): object {
  return { ...transaction, creditDetail: '', debitDetail: '' }
}
