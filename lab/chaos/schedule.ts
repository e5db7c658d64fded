import type { Arguments } from './arguments.ts'
import type { Chance } from './chance.ts'
import { breakMigration, newerTables } from './faults/break-migration.ts'
import { cutWire, loseCommitAnswers, slowWire } from './faults/cut-wire.ts'
import { cutPower, fillDisk } from './faults/fail-disk.ts'
import { failOver } from './faults/fail-over.ts'
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

/** A stretch of a run on one bank: its size, its faults, and when it is over. */
export type Part = {
  readonly name: string
  readonly isOnDisk: boolean
  /** Whether it is on a primary with a synchronous standby, which no process of the bank looks after. */
  readonly hasStandby: boolean
  readonly customers: number
  readonly clients: number
  readonly pauseMilliseconds: number
  /** How many milliseconds a trouble lasts at most. */
  readonly longest: number
  /** Each fault with how often it is in a round. */
  readonly deck: readonly (readonly [fault: FaultAct, count: number])[]
  /** Whether there is only one round. */
  readonly isShort: boolean
  readonly isOver: (milliseconds: number, transfers: number, happened: ReadonlyMap<string, number>) => boolean
}

/** The parts of a run of this form and length, in their order. */
export function partsOf({ form, minutes }: Arguments): Part[] {
  if (form === 'commit') {
    const size = { customers: 24, clients: 24, pauseMilliseconds: 100, longest: 1_500 }
    // Counted from the start of this program: a commit never waits longer than a minute, also on a machine with much else to do.
    const isOver = () => performance.now() > 32_000
    return [{ name: 'short form', ...usual, ...size, deck: commitDeck, isShort: true, isOver }]
  }
  const size = { customers: 200, clients: 32, pauseMilliseconds: 2_000, longest: 20_000, isShort: false }
  const share = (part: number) => (milliseconds: number) => milliseconds > minutes * 60_000 * part
  const goal = (transfers: number, goals: Goals) => (_: number, sent: number, happened: Happened) =>
    sent >= transfers && goals.every(([{ name }, count]) => (happened.get(name) ?? 0) >= count)
  const isGold = form === 'gold'
  const twoServers = {
    name: 'two servers',
    ...usual,
    ...size,
    hasStandby: true,
    customers: 50,
    deck: standbyDeck,
  }
  if (form === 'failover') return [{ ...twoServers, isOver: share(1) }]
  return [
    {
      name: 'kills and cuts',
      ...usual,
      ...size,
      deck: longDeck,
      isOver: isGold ? goal(1_000_000, goals) : share(0.7),
    },
    {
      name: 'the disk',
      ...usual,
      ...size,
      isOnDisk: true,
      customers: 50,
      deck: diskDeck,
      isOver: isGold ? goal(0, diskGoals) : share(0.2),
    },
    { ...twoServers, isOver: isGold ? goal(0, standbyGoals) : share(0.1) },
  ]
}

const usual = { isOnDisk: false, hasStandby: false }

type Happened = ReadonlyMap<string, number>
type Goals = readonly (readonly [fault: FaultAct, count: number])[]

/** The figures of a release. */
const goals: Goals = [
  [killProgram, 200],
  [killPostgres, 200],
  [killBackend, 100],
  [loseCommitAnswers, 300],
  [spendTwice, 2_000],
]
const diskGoals: Goals = [
  [cutPower, 200],
  [fillDisk, 40],
]

const standbyGoals: Goals = [[failOver, 40]]

/**
 * One round, in an order of chance: the first of the deck once, then the others once, then the rest. So a run that is cut short
 * has seen what matters most.
 */
export function roundOf({ deck }: Part, chance: Chance): FaultAct[] {
  const rest = deck.flatMap(([fault, count]) => Array.from({ length: count - 1 }, () => fault))
  const kinds = deck.map(([fault]) => fault)
  return [kinds.slice(0, firstCount), kinds.slice(firstCount), rest].flatMap((some) => chance.shuffled(some))
}

/** Kills of the program, of PostgreSQL and of a backend, and lost answers to a commit: without these a run proves nothing. */
export const firstCount = 4

/** The short form skips what takes seconds by its nature. */
const commitDeck: [FaultAct, number][] = [
  [killProgram, 4],
  [killPostgres, 5],
  [killBackend, 5],
  [loseCommitAnswers, 4],
  [terminateBackends, 1],
  [freezePostgres, 1],
  [cutWire, 2],
  [slowWire, 1],
  [startTwice, 1],
  [mailTrouble, 1],
  [newerTables, 1],
  [spendTwice, 2],
]

const longDeck: [FaultAct, number][] = [
  [killProgram, 8],
  [killPostgres, 8],
  [killBackend, 8],
  [loseCommitAnswers, 2],
  [terminateBackends, 2],
  [freezePostgres, 1],
  [cutWire, 4],
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

const diskDeck: [FaultAct, number][] = [
  [cutPower, 5],
  [fillDisk, 1],
]

const standbyDeck: [FaultAct, number][] = [
  [failOver, 5],
  [killProgram, 1],
  [killBackend, 1],
  [loseCommitAnswers, 1],
]
