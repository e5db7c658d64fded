import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type OpenPipelinedConnection, openPipelinedConnection } from '../postgres/pipelined-connection.ts'

/** The clock, randomness and connections that the books use. A simulation replaces them. */
export type Environment = {
  /** Milliseconds on a monotonic clock. */
  readonly elapsed: () => number
  readonly wait: typeof wait
  /** From 0 up to 1. */
  readonly chance: () => number
  readonly newId: () => string
  readonly connect: OpenPipelinedConnection
}

export const realEnvironment: Environment = {
  elapsed: () => performance.now(),
  wait,
  chance: Math.random,
  newId: randomUUID,
  connect: openPipelinedConnection,
}
