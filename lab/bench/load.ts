import type { Customer } from './customer.ts'

/** One round of transfers to send. */
export type Load = {
  /** Which program sends: a few lines over bare sockets, or autocannon. */
  readonly by: 'lean' | 'autocannon'
  /** The bank's processes: the connections are shared out among them. Autocannon sends to the first alone. */
  readonly addresses: readonly string[]
  readonly customers: readonly Customer[]
  readonly connections: number
  readonly seconds: number
  /**
   * Transfers to send in each second at moments fixed beforehand, whether or not the earlier ones are answered. Without:
   * on each connection the next one when the last is answered, as many as the bank takes.
   */
  readonly perSecond?: number
}

/** What a round came to. Every transfer was accepted with 201; a round with anything else has failed. */
export type LoadResult = {
  /** Transfers acknowledged within the round's time, for each second. */
  readonly perSecond: number
  /** All that were acknowledged, with those under way when time was up. */
  readonly acknowledged: number
  /** From when it was sent, or was to be sent by the plan, until it was answered. */
  readonly medianMilliseconds: number
  readonly slowestHundredthMilliseconds: number
  readonly slowestThousandthMilliseconds: number
  /** Transfers that were due and found no connection free: they count from when they were due all the same. */
  readonly heldUp: number
  /** The processor time that sending took, in seconds. */
  readonly processorSeconds: number
}

/** What a generator measures of its own round. */
export type Measured = Omit<LoadResult, 'processorSeconds'>
