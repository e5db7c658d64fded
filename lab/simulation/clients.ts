import type { Outcome } from '@bank/ledger/decide'
import type { Instruction } from '@bank/server/books/instruction'
import { Refusal } from '@bank/server/refusal'
import type { AnswerChecker } from './answer-checker.ts'
import type { Chance } from './chance.ts'
import { type Network, sleepOn } from './model-connection.ts'
import { openModelPool } from './model-pool.ts'
import { transactionIn } from './row-shapes.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import { isPoisoned, limitedSenderOf, rivalOf } from './work.ts'

/** Clients that submit instructions to random processes, and repeat those without an answer. */
export function openClients(
  network: Network,
  chance: Chance,
  {
    checker,
    running,
    clock,
    isHealed,
  }: {
    readonly checker: AnswerChecker
    readonly running: readonly SimulatedProcess[]
    readonly clock: () => number
    readonly isHealed: () => boolean
  },
) {
  const { timeline, database, faults } = network
  const sleep = (milliseconds: number) => sleepOn(network, milliseconds)

  /** A status change has the route and the sender of its transaction, which the caller reads first. */
  function withOwnRoute(instruction: Instruction): Instruction {
    if (instruction.type !== 'change_status') return instruction
    const row = database.tables.transactions.get(instruction.transactionId)
    if (!row) return instruction
    const transaction = transactionIn(row)
    return { ...instruction, route: transaction.route, sender: limitedSenderOf(transaction) }
  }

  /** The outcome, or null when the process was killed before it. Throws what the books throw. */
  async function submit(instruction: Instruction, process: SimulatedProcess): Promise<Outcome | null> {
    const one = checker.submitted(instruction, timeline.now())
    try {
      const outcome = await Promise.race([process.books.submit(withOwnRoute(instruction)), process.killed])
      if (outcome === 'killed') {
        checker.abandoned(one)
        return null
      }
      checker.answered(one, timeline.now(), outcome)
      return outcome
    } catch (error) {
      checker.failed(one, timeline.now(), error, faults.hasUnexpectedErrors)
      throw error
    }
  }

  /** The outcome, or null when there was none. */
  function submitOnce(instruction: Instruction): Promise<Outcome | null> {
    return submit(instruction, chance.oneOf(running)).catch(() => null)
  }

  /** Submits until there is an outcome, as a browser does. Gives up on what the database always refuses. */
  async function submitUntilAnswered(instruction: Instruction): Promise<Outcome | null> {
    for (let tries = 0; tries < 60; tries++) {
      const outcome = await submitOnce(instruction)
      if (outcome) return outcome
      if (isPoisoned(instruction) && tries > 3) return null
      await sleep(chance.between(1, isHealed() ? 2_000 : 400))
    }
    checker.unanswered(instruction)
    return null
  }

  /** The same instruction, or another one with the same id. */
  function twinOf(instruction: Instruction): Instruction {
    return instruction.type === 'open_transaction' && chance.happens(0.3)
      ? rivalOf(chance, instruction)
      : instruction
  }

  return {
    submitOnce,
    /** What use cases and jobs of a process work with. Some of them end just before a booking, and some just after it. */
    bankOf(process = chance.oneOf(running)) {
      async function submitWithin(instruction: Instruction): Promise<Outcome> {
        const end = chance.below(10)
        const outcome = end > 0 && running.includes(process) ? await submit(instruction, process) : null
        // A process that was killed does nothing more.
        if (!process.isAlive) return new Promise(() => {})
        if (!outcome || end === 1) throw new Refusal('busy')
        return outcome
      }
      const books = { ...process.books, submit: submitWithin }
      return { db: openModelPool(network, process), books, clock, killed: process.killed }
    },
    async submitAll(instructions: readonly Instruction[]): Promise<void> {
      for (const instruction of instructions) {
        if (chance.happens(0.5)) await sleep(chance.between(0, 20))
        // A double click, or a browser that repeats by itself.
        const twin = chance.happens(0.2) ? submitUntilAnswered(twinOf(instruction)) : null
        const outcome = await submitUntilAnswered(instruction)
        await twin
        if (outcome && !('refusal' in outcome) && chance.happens(0.2)) await submitUntilAnswered(instruction)
      }
    },
  }
}
