import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Outcome } from '@bank/ledger/decide'
import { type OpenPipelinedConnection, openPipelinedConnection } from '../postgres/pipelined-connection.ts'
import type { Refusal } from '../refusal.ts'
import type { Submitted } from './instruction.ts'

/** Runs a batch until each instruction has an outcome or is refused for its session. `since` is when its oldest instruction was submitted, on the clock of `elapsed`. */
export type DoBatch = (batch: readonly Submitted[], since: number) => Promise<readonly (Outcome | Refusal)[]>

/** The clock, randomness and connections that the books use. A simulation replaces them. */
export type Environment = {
  /** Milliseconds on a monotonic clock. */
  readonly elapsed: () => number
  readonly wait: typeof wait
  /** From 0 up to 1. */
  readonly chance: () => number
  readonly newId: () => string
  readonly connect: OpenPipelinedConnection
  /** Takes the time of batches, where they are traced. */
  readonly traceBatches?: (doBatch: DoBatch) => DoBatch
}

export const realEnvironment: Environment = {
  elapsed: () => performance.now(),
  wait,
  chance: Math.random,
  newId: randomUUID,
  connect: openPipelinedConnection,
}
