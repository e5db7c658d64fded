import type { Arguments } from './arguments.ts'
import type { Chance } from './chance.ts'
import type { FaultAct } from './faults/fault.ts'
import { killBackend, terminateBackends } from './faults/kill-backend.ts'
import { killPostgres } from './faults/kill-postgres.ts'
import { killProgram } from './faults/kill-program.ts'

/** How large the bank is, and how many work with it. */
export type Size = {
  readonly customers: number
  readonly clients: number
  readonly pauseMilliseconds: number
}

export function sizeOf({ form }: Arguments): Size {
  return form === 'commit'
    ? { customers: 24, clients: 24, pauseMilliseconds: 150 }
    : { customers: 200, clients: 32, pauseMilliseconds: 2_000 }
}

/** One round: every fault as often as its kind is to be seen, in an order of chance. */
export function roundOf({ form }: Arguments, chance: Chance): FaultAct[] {
  const deck = form === 'commit' ? commitDeck : longDeck
  return chance.shuffled(deck.flatMap(([fault, count]) => Array.from({ length: count }, () => fault)))
}

const commitDeck: [FaultAct, number][] = [
  [killProgram, 4],
  [killPostgres, 5],
  [killBackend, 5],
  [terminateBackends, 2],
]

const longDeck: [FaultAct, number][] = [
  [killProgram, 3],
  [killPostgres, 3],
  [killBackend, 3],
  [terminateBackends, 2],
]
