import type { Arguments } from './arguments.ts'
import type { Chance } from './chance.ts'
import { breakMigration, newerTables } from './faults/break-migration.ts'
import { cutWire, loseCommitAnswers, slowWire } from './faults/cut-wire.ts'
import type { FaultAct } from './faults/fault.ts'
import { freezePostgres } from './faults/freeze-postgres.ts'
import { killBackend, terminateBackends } from './faults/kill-backend.ts'
import { killPostgres } from './faults/kill-postgres.ts'
import { killProgram } from './faults/kill-program.ts'
import { mailTrouble } from './faults/mail-trouble.ts'
import { rollingRestart } from './faults/rolling-restart.ts'
import { startTwice } from './faults/second-start.ts'
import { spendTwice } from './faults/spend-twice.ts'
import { starveProgram, takeAllConnections } from './faults/starve.ts'

/** How large the bank is, and how many work with it. */
export type Size = {
  readonly customers: number
  readonly clients: number
  readonly pauseMilliseconds: number
  /** How many milliseconds a trouble lasts at most. */
  readonly longest: number
}

export function sizeOf({ form }: Arguments): Size {
  return form === 'commit'
    ? { customers: 24, clients: 24, pauseMilliseconds: 100, longest: 1_500 }
    : { customers: 200, clients: 32, pauseMilliseconds: 2_000, longest: 20_000 }
}

/** The figures of a release, all at once. */
export function isReached(transfers: number, happened: ReadonlyMap<string, number>): boolean {
  const goals: [FaultAct, number][] = [
    [killProgram, 200],
    [killPostgres, 200],
    [killBackend, 100],
    [loseCommitAnswers, 300],
    [spendTwice, 2_000],
  ]
  return transfers >= 1_000_000 && goals.every(([{ name }, goal]) => (happened.get(name) ?? 0) >= goal)
}

/** One round: every fault as often as its kind is to be seen, in an order of chance. */
export function roundOf({ form }: Arguments, chance: Chance): FaultAct[] {
  const deck = form === 'commit' ? commitDeck : longDeck
  return chance.shuffled(deck.flatMap(([fault, count]) => Array.from({ length: count }, () => fault)))
}

/** The short form skips what takes seconds by its nature. */
const commitDeck: [FaultAct, number][] = [
  [killProgram, 4],
  [killPostgres, 5],
  [killBackend, 5],
  [terminateBackends, 1],
  [freezePostgres, 1],
  [cutWire, 2],
  [loseCommitAnswers, 4],
  [slowWire, 1],
  [startTwice, 1],
  [mailTrouble, 1],
  [newerTables, 1],
  [spendTwice, 2],
]

const longDeck: [FaultAct, number][] = [
  [killProgram, 4],
  [killPostgres, 4],
  [killBackend, 4],
  [terminateBackends, 2],
  [freezePostgres, 1],
  [cutWire, 4],
  [loseCommitAnswers, 2],
  [slowWire, 1],
  [takeAllConnections, 1],
  [starveProgram, 1],
  [rollingRestart, 2],
  [startTwice, 1],
  [mailTrouble, 1],
  [breakMigration, 1],
  [newerTables, 1],
  [spendTwice, 2],
]
