import type { Endpoint } from '@bank/contract/endpoint'
import type { Config } from '../../config/config.ts'
import { openTurns } from '../../limiter.ts'

// Six, as many as a browser sends over HTTP/1. The pool has 20 connections for all, and reading an account of 250,000 lines takes a
// second of one of them.
const atOnceMax = { rows: 5, account: 1 } as const
// Of all users together, so that most of the connections and of the processors' time are left for others.
const ofAllAtOnceMax = 2
// A client that waits longer has most often given up, and the session may have ended meanwhile.
const waitMillisecondsMax = 10_000

/** `isOverBudget`: the session had used up its budget in the queue of requests. */
type Caller = { readonly userId: string; readonly isOverBudget: boolean }

/**
 * The turns of each user: six of their calls are under way at the same time, one of them of the kind that reads whole accounts. Of that
 * kind two calls of all users are under way, and two other calls of all sessions over their budget. A call waits for one of these turns
 * once it has the user's own.
 */
export type UserTurns = {
  /**
   * Takes the turn of a call. Returns undefined when it may start at once, otherwise a promise of its start. Refuses with `busy` when
   * it has waited for ten seconds, or its signal is aborted. `signalOf` is called for a call that would wait.
   */
  readonly take: (
    endpoint: Endpoint,
    caller: Caller,
    signalOf: () => AbortSignal,
  ) => Promise<void> | undefined
  /** The call has ended. */
  readonly pass: (endpoint: Endpoint, caller: Caller) => void
}

/** The turns of this process. No call waits when RATE_LIMITS is off. */
export function openUserTurns({ rateLimits: isOn }: Pick<Config, 'rateLimits'>): UserTurns {
  // As many as the process has connections.
  const turns = openTurns(10_000)

  /** The turn of the user, and then the one of all users. */
  async function takeBoth(own: string, reads: Reads, signalOf: () => AbortSignal): Promise<void> {
    await turns.take(own, atOnceMax[reads], signalOf)
    try {
      await turns.take(reads, ofAllAtOnceMax, signalOf)
    } catch (error) {
      turns.pass(own)
      throw error
    }
  }

  return {
    take({ limit: { reads } }, { userId, isOverBudget }, signalOf) {
      if (!isOn || !reads) return undefined
      const own = `${reads} ${userId}`
      let signal: AbortSignal | undefined
      const waitSignal = () =>
        (signal ??= AbortSignal.any([signalOf(), AbortSignal.timeout(waitMillisecondsMax)]))
      return isOfAll(reads, isOverBudget)
        ? takeBoth(own, reads, waitSignal)
        : turns.take(own, atOnceMax[reads], waitSignal)
    },
    pass({ limit: { reads } }, { userId, isOverBudget }) {
      if (!isOn || !reads) return
      turns.pass(`${reads} ${userId}`)
      if (isOfAll(reads, isOverBudget)) turns.pass(reads)
    },
  }
}

type Reads = keyof typeof atOnceMax

/** True for a call that also takes a turn of all users. */
function isOfAll(reads: Reads, isOverBudget: boolean): boolean {
  return reads === 'account' || isOverBudget
}
