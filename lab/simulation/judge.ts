import { isDeepStrictEqual } from 'node:util'
import type { Outcome } from '@bank/ledger/decide'
import { sameContents } from '@bank/ledger/transaction'
import type { Instruction } from '@bank/server/books/instruction'
import { Refusal } from '@bank/server/refusal'
import { isRightPin } from './model-bank.ts'
import type { ModelDatabase } from './model-database.ts'
import { idOf, isPoisoned } from './work.ts'

/** One try of an instruction, from its submission to its answer. */
export type Try = { readonly instruction: Instruction; readonly since: number }

type Acknowledged = Extract<Outcome, { transaction: object }>

/** Looks at every answer at the moment it is given, with the database open beside it. */
export type Judge = ReturnType<typeof openJudge>

// A caller over HTTP hears within this time: the lane's patience, and the longest attempt begun within it.
const answerMillisecondsMax = 15_000

export function openJudge(database: ModelDatabase, find: (finding: string) => void) {
  const { tables, locks } = database
  const tries = new Map<string, { open: number; mayStillCome: boolean }>()
  const firstAnswers = new Map<string, { outcome: Acknowledged; at: number }>()
  const wrongPins = new Map<string, number>()
  const asked: Instruction[] = []
  let answers = 0
  let isClockMoved = false

  const isBooked = (id: string) => tables.postings.has(id) || tables.no_op_changes.has(id)

  return {
    answers: () => answers,
    /** Everything that was ever asked for. */
    asked,
    hasAnswered: (id: string) => firstAnswers.has(id),
    begins(instruction: Instruction, since: number): Try {
      const known = tries.get(idOf(instruction)) ?? { open: 0, mayStillCome: false }
      known.open++
      asked.push(instruction)
      tries.set(idOf(instruction), known)
      return { instruction, since }
    },

    hasNoAnswer(instruction: Instruction): void {
      find(`${idOf(instruction)} had neither a yes nor a no in all its tries`)
    },

    /** The time of day has jumped, and a locked PIN may be open again. */
    clockMoved(): void {
      isClockMoved = true
    },

    /** Nobody will ever answer this try: its process is gone. */
    isAbandoned({ instruction }: Try): void {
      const known = tries.get(idOf(instruction))!
      known.open--
      known.mayStillCome = true
    },

    answered({ instruction, since }: Try, now: number, outcome: Outcome): void {
      answers++
      const id = idOf(instruction)
      tries.get(id)!.open--
      if (now - since > answerMillisecondsMax) find(`${id} was answered after ${now - since} ms`)
      if ('refusal' in outcome) {
        const { code } = outcome.refusal
        if (code === 'id_reused' && !isBooked(id)) find(`${id} was called reused, and is not known`)
        const known = firstAnswers.get(id)
        if (known && known.at < since && isAskedAgain(instruction, known.outcome)) {
          find(`${id} was acknowledged, and then refused with ${code}`)
        }
        if (code === 'pin_incorrect') countWrongPin(instruction)
        if (code === 'pin_incorrect' && hasRightPin(instruction)) find(`${id} was refused a right PIN`)
        return
      }
      if (!isBooked(id))
        find(
          `${id} was ${outcome.replayed ? 'called a repeat, and is not known' : 'acknowledged before it was committed'}`,
        )
      expectItsOwn(instruction, outcome)
      const first = firstAnswers.get(id)
      if (first && !outcome.replayed && !first.outcome.replayed) find(`${id} was done a second time`)
      if (!first) firstAnswers.set(id, { outcome, at: now })
      else if (!isDeepStrictEqual(said(first.outcome), said(outcome))) find(`${id} was answered in two ways`)
    },

    failed({ instruction, since }: Try, now: number, error: unknown, areStrange: boolean): void {
      answers++
      const id = idOf(instruction)
      const known = tries.get(id)!
      known.open--
      if (now - since > answerMillisecondsMax) find(`${id} was answered after ${now - since} ms`)
      if (error instanceof Refusal && error.code === 'busy') {
        // Only where no other try of the same may have done it, or may still.
        if (known.open > 0 || known.mayStillCome || firstAnswers.has(id)) return
        if (isBooked(id) || locks.isHeld({ table: 'postings', key: id }))
          find(`${id} was called busy, and is booked`)
        return
      }
      known.mayStillCome = true
      if (error instanceof Refusal && error.code === 'outcome_unknown') return
      if (!areStrange && !isPoisoned(instruction)) {
        find(`${id} failed with ${error instanceof Error ? error.message : error}, which would have passed`)
      }
    },
  }

  /** Of a customer who never types the right PIN, four are answered as wrong; the fifth closes the lock. */
  function countWrongPin(instruction: Instruction): void {
    const sender = senderOf(instruction)
    if (!sender) return
    const { userId } = sender
    const count = (wrongPins.get(userId) ?? 0) + 1
    wrongPins.set(userId, count)
    const hasTheRightOne = asked.some((each) => senderOf(each)?.userId === userId && hasRightPin(each))
    if (count > 4 && !hasTheRightOne && !isClockMoved) find(`${userId} was told of ${count} wrong PINs`)
  }

  function expectItsOwn(instruction: Instruction, { transaction }: Acknowledged): void {
    if (instruction.kind === 'change_status') {
      if (transaction.id !== instruction.transactionId || transaction.status !== instruction.status) {
        find(`${instruction.changeId} was answered with another change`)
      }
      return
    }
    const { facts } = instruction
    if (
      transaction.id !== facts.id ||
      !sameContents(transaction, facts) ||
      transaction.status !== transaction.firstStatus
    ) {
      find(`${facts.id} was answered with another transaction`)
    }
  }
}

function hasRightPin(instruction: Instruction): boolean {
  const sender = senderOf(instruction)
  return sender !== null && isRightPin(sender.userId, sender.pin)
}

function senderOf(instruction: Instruction) {
  return instruction.kind === 'open_transaction' ? instruction.sender : null
}

/** Is this what was acknowledged, and no other thing under the same id? */
function isAskedAgain(instruction: Instruction, { transaction }: Acknowledged): boolean {
  return instruction.kind === 'change_status'
    ? instruction.transactionId === transaction.id && instruction.status === transaction.status
    : sameContents(instruction.facts, transaction)
}

/** What an answer says, whether or not it is the first to say it. Descriptions are no part of what is asked for. */
function said({ transaction }: Acknowledged): object {
  return { ...transaction, creditDescription: '', debitDescription: '' }
}
