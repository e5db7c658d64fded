import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type OpenOwnConnection, openOwnConnection } from '../postgres/pipelined-connection.ts'

/** What the books take from the world around them, besides the rows: a simulation brings a world of its own. */
export type Environment = {
  /** Milliseconds on a clock that only goes forward. */
  readonly elapsed: () => number
  readonly wait: typeof wait
  /** From 0 up to 1. */
  readonly chance: () => number
  readonly newId: () => string
  readonly connect: OpenOwnConnection
}

export const realEnvironment: Environment = {
  elapsed: () => performance.now(),
  wait,
  chance: Math.random,
  newId: randomUUID,
  connect: openOwnConnection,
}
