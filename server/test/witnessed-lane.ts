import { fork } from 'node:child_process'
import type { Outcome } from '@bank/ledger/decide'
import type { Books } from '../src/books/books.ts'
import type { Instruction } from '../src/books/instruction.ts'
import type { Work } from './lane-process.ts'

/** The outcome of an instruction, and the moment at which its batch was decided. */
export type Answer = {
  readonly instruction: Instruction
  readonly outcome: Outcome
  readonly decidedAt: number
  /** Its position in the order of its lane's submissions. */
  readonly turn: number
}

/**
 * A lane that records when each of its answers was decided. Its clock is the machine's and runs a thousand times
 * too fast: no two batches that wait for each other's locks have the same moment, in whichever process they are, since
 * a batch reads the clock while it holds its locks.
 */
export async function openWitnessedLane(open: (clock: () => number) => Promise<Books>) {
  let decidedAt = 0
  let turn = 0
  const books = await open(() => {
    decidedAt = Number(process.hrtime.bigint() / 1_000n)
    return decidedAt
  })
  return {
    books,
    submitAll: (instructions: readonly Instruction[]): Promise<Answer[]> =>
      Promise.all(
        instructions.map(async (instruction) => {
          const ownTurn = turn++
          const outcome = await books.submit(instruction)
          // A lane answers a batch before it decides the next.
          return { instruction, outcome, decidedAt, turn: ownTurn }
        }),
      ),
    close: books.close,
  }
}

/** Runs work on a lane in a separate process. */
export function runInLaneProcess(work: Work): Promise<Answer[]> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('lane-process.ts', import.meta.url), {
      serialization: 'advanced',
      execArgv: [],
    })
    child.once('message', (answers: Answer[]) => resolve(answers))
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`A lane's process ended with ${code}`)))
    child.send(work)
  })
}
