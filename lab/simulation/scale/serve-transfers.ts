import type { Instruction } from '@bank/server/books/instruction'
import type { Network } from '../model-connection.ts'
import type { SimulatedProcess } from '../simulated-process.ts'
import { type Costs, timeOf } from './costs.ts'
import type { Thread } from './machine.ts'

/** A process of the bank as its clients see it. Calls `answered` when it has sent its answer, or `failed`. */
export type ServeTransfer = (
  instruction: Instruction,
  answered: () => void,
  failed: (error: unknown) => void,
) => void

/** The threads that a process works on. */
export type ProcessThreads = {
  /** The event loop, and all other threads of the process. */
  readonly loop: Thread
  readonly others: Thread
  /** The backend of the connection for sessions. */
  readonly lookupBackend: Thread
}

/**
 * Serves transfers as the program does around the books: it reads a request, looks its session up together with those of the other
 * requests that have arrived (server/src/postgres/batched-lookup.ts), submits it to the books and answers.
 */
export function servingTransfers(
  { timeline, faults, noteProgress }: Network,
  { books }: Pick<SimulatedProcess, 'books'>,
  { loop: loopCosts, statements, otherThreads }: Costs,
  { loop, others, lookupBackend }: ProcessThreads,
): ServeTransfer {
  let waiting: (() => void)[] = []
  let isLookingUp = false

  function findSession(found: () => void): void {
    waiting.push(found)
    if (isLookingUp) return
    isLookingUp = true
    // As setImmediate: after the requests that have arrived.
    loop.run(0, lookUp)
  }

  function lookUp(): void {
    const batch = waiting
    waiting = []
    isLookingUp = batch.length > 0
    if (!isLookingUp) return
    const { length } = batch
    const read = () => {
      for (const found of batch) found()
      lookUp()
    }
    const arrived = () => loop.run(timeOf(loopCosts.readLookup, length), read)
    const find = () =>
      lookupBackend.run(timeOf(statements['find-sessions']!, length), () =>
        timeline.after(faults.latency(), arrived),
      )
    const send = () => timeline.after(faults.latency(), find)
    loop.run(timeOf(loopCosts.sendLookup, length), send, 'continuation')
  }

  return (instruction, answered, failed) => {
    const answer = () => {
      others.run(otherThreads / 1_000, () => {})
      loop.run(loopCosts.answer / 1_000, answered, 'continuation')
    }
    const submit = () => {
      noteProgress()
      books
        .submit(instruction)
        .then((outcome) => ('refusal' in outcome ? failed(outcome.refusal.code) : answer()), failed)
    }
    loop.run(loopCosts.request / 1_000, () => findSession(submit))
  }
}
