import type { Arguments } from './arguments.ts'
import type { Chance } from './chance.ts'
import { breakMigration, newerTables } from './faults/break-migration.ts'
import { cutWire, loseCommitAnswers, slowWire } from './faults/cut-wire.ts'
import { cutPower, fillDisk } from './faults/fail-disk.ts'
import { failOver } from './faults/fail-over.ts'
import type { Fault } from './faults/fault.ts'
import {
  freezePostgres,
  killBackend,
  killPostgres,
  killProgram,
  terminateBackends,
} from './faults/kill-processes.ts'
import { mailTrouble } from './faults/mail-trouble.ts'
import { rollingRestart } from './faults/rolling-restart.ts'
import { startTwice } from './faults/second-start.ts'
import { spendTwice } from './faults/spend-twice.ts'
import { starveProgram, takeAllConnections } from './faults/starve.ts'
import { patroniFaults } from './patroni/faults.ts'
import type { Servers } from './postgres-setup.ts'

/** A part of a run, with a bank of its own. */
export type RunPart = {
  readonly name: string
  readonly isOnDisk: boolean
  readonly servers: Servers
  readonly customers: number
  readonly clients: number
  readonly pauseMilliseconds: number
  /** The most that a temporary fault lasts. */
  readonly millisecondsMax: number
  /** Each fault with its count in a round. */
  readonly faultCounts: readonly (readonly [fault: Fault, count: number])[]
  /** Whether it has one round only. */
  readonly isShort: boolean
  readonly isOver: (milliseconds: number, transfers: number, happened: ReadonlyMap<string, number>) => boolean
}

export function partsOf({ form, minutes }: Arguments): RunPart[] {
  if (form === 'commit') {
    const size = { customers: 24, clients: 24, pauseMilliseconds: 100, millisecondsMax: 1_500, isShort: true }
    // From the start of this program. In `npm test` it runs beside tests that take longer and use the same cores.
    const isOver = () => performance.now() > 120_000
    return [{ ...usual, ...size, name: 'short form', faultCounts: commitFaults, isOver }]
  }
  const share = (part: number) => (milliseconds: number) => milliseconds > minutes * 60_000 * part
  const external = { ...usual, customers: 50, isOver: share(1) }
  const patroni = { ...external, name: 'Patroni', servers: 'patroni', faultCounts: clusterFaults } as const
  if (form === 'patroni') return [patroni]
  const twoServers = {
    ...external,
    name: 'two servers',
    servers: 'two servers',
    faultCounts: standbyFaults,
  } as const
  if (form === 'failover') return [twoServers]
  const goal = (transfers: number, goals: Goals) => (_: number, sent: number, happened: Happened) =>
    sent >= transfers && goals.every(([{ name }, count]) => (happened.get(name) ?? 0) >= count)
  const [mostGoal, diskGoal, standbyGoal] =
    form === 'gold'
      ? [goal(1_000_000, goals), goal(0, diskGoals), goal(0, standbyGoals)]
      : [share(0.7), share(0.2), share(0.1)]
  return [
    { ...usual, name: 'kills and cuts', faultCounts: longFaults, isOver: mostGoal },
    { ...usual, name: 'the disk', isOnDisk: true, customers: 50, faultCounts: diskFaults, isOver: diskGoal },
    { ...twoServers, isOver: standbyGoal },
  ]
}

const usual = {
  isOnDisk: false,
  servers: 'embedded',
  customers: 200,
  clients: 32,
  pauseMilliseconds: 2_000,
  millisecondsMax: 20_000,
  isShort: false,
} as const

type Happened = ReadonlyMap<string, number>
type Goals = readonly (readonly [fault: Fault, count: number])[]

/** How often each fault happens before a release. */
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
 * The faults of one round, shuffled: the essential ones once, then the others once, then the rest. So a run that ends early has
 * had the essential ones.
 */
export function faultsOfRound({ faultCounts }: RunPart, chance: Chance): Fault[] {
  const rest = faultCounts.flatMap(([fault, count]) => Array.from({ length: count - 1 }, () => fault))
  const kinds = faultCounts.map(([fault]) => fault)
  return [kinds.slice(0, essentialCount), kinds.slice(essentialCount), rest].flatMap((some) =>
    chance.shuffled(some),
  )
}

/** The first faults of a part are essential: kills of the program, of PostgreSQL and of a backend, lost answers to a commit. */
export const essentialCount = 4

/** Without the faults that take many seconds. Each kind must happen in two minutes beside other work; longer runs repeat them. */
const commitFaults: [Fault, number][] = [
  [killProgram, 2],
  [killPostgres, 2],
  [killBackend, 2],
  [loseCommitAnswers, 2],
  [terminateBackends, 1],
  [freezePostgres, 1],
  [cutWire, 2],
  [slowWire, 1],
  [startTwice, 1],
  [mailTrouble, 1],
  [newerTables, 1],
  [spendTwice, 1],
]

const longFaults: [Fault, number][] = [
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

const diskFaults: [Fault, number][] = [
  [cutPower, 5],
  [fillDisk, 1],
]

const standbyFaults: [Fault, number][] = [
  [failOver, 5],
  [killProgram, 1],
  [killBackend, 1],
  [loseCommitAnswers, 1],
]

const clusterFaults: [Fault, number][] = [
  ...patroniFaults,
  [rollingRestart, 2],
  [killProgram, 1],
  [killBackend, 1],
  [loseCommitAnswers, 1],
]
