import type { Customer } from './customer.ts'

/** One round of transfers to send. */
export type Load = {
  /** Which program sends: a few lines over bare sockets, or autocannon. */
  readonly by: 'lean' | 'autocannon'
  readonly address: string
  readonly customers: readonly Customer[]
  readonly connections: number
  readonly seconds: number
}

/** What a round came to. Every transfer was accepted with 201; a round with anything else has failed. */
export type LoadResult = {
  /** Transfers acknowledged within the round's time, for each second. */
  readonly perSecond: number
  /** All that were acknowledged, with those under way when time was up. */
  readonly acknowledged: number
  readonly medianMilliseconds: number
  readonly slowestHundredthMilliseconds: number
  /** The processor time that sending took, in seconds. */
  readonly processorSeconds: number
}

/** What a generator measures of its own round. */
export type Measured = Omit<LoadResult, 'processorSeconds'>
