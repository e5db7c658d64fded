import type { Costs } from './costs.ts'
import type { LogTimes } from './write-ahead-log.ts'

/** A bank, its machines and its load. */
export type ScaleSetup = {
  readonly costs: Costs
  readonly processes: number
  /** Whether each process has in-transit accounts of its own. */
  readonly isStriped: boolean
  /** Clients of each process. Each sends the next transfer when the last is answered. */
  readonly clients: number
  /** Each transfer is from any one of so many customers; null where each client is another customer. */
  readonly customers: number | null
  readonly databaseCores: number
  /** The cores of each process's machine; null where the processes and their clients are on the database's machine. */
  readonly processCores: number | null
  /** How far a job's time is from its mean at most, evenly distributed: 0.5 for half of it to one and a half times. */
  readonly spread: number
  /** How long a thread keeps a core for which others wait. */
  readonly sliceMilliseconds: number
  /** How long a message takes between a process and the database, and between a client and a process. */
  readonly databaseMilliseconds: number
  readonly clientMilliseconds: number
  /** In milliseconds. */
  readonly log: LogTimes
}
