import type { Endpoint } from '@bank/contract/endpoint'
import type { Config } from '../../config/config.ts'
import { openTurns } from '../../limiter.ts'

// Six, as many as a browser sends over HTTP/1. The pool has 20 connections for all, and reading an account of 250,000 lines takes a
// second of one of them.
const atOnceMax = { rows: 5, account: 1 } as const
// Of all users together, so that most of the connections and of the processors' time are left for others.
const accountsAtOnceMax = 2
// A client that waits longer has most often given up, and the session may have ended meanwhile.
const waitMillisecondsMax = 10_000

/**
 * The turns of each user: six of their calls are under way at the same time, one of them of the kind that reads whole accounts. Of that
 * kind two calls of all users are under way: each user has one place in their line.
 */
export type UserTurns = {
  /**
   * Takes the turn of a call. Returns undefined when it may start at once, otherwise a promise of its start. Refuses with `busy` when
   * it has waited for ten seconds, or its signal is aborted. `signalOf` is called for a call that would wait.
   */
  readonly take: (
    endpoint: Endpoint,
    userId: string,
    signalOf: () => AbortSignal,
  ) => Promise<void> | undefined
  /** The call has ended. */
  readonly pass: (endpoint: Endpoint, userId: string) => void
}

/** The turns of this process. No call waits when RATE_LIMITS is off. */
export function openUserTurns({ rateLimits: isOn }: Pick<Config, 'rateLimits'>): UserTurns {
  // As many as the process has connections.
  const turns = openTurns(10_000)

  /** The turn of the user, and then the one of all users. */
  async function takeAccount(name: string, signalOf: () => AbortSignal): Promise<void> {
    await turns.take(name, atOnceMax.account, signalOf)
    try {
      await turns.take('account', accountsAtOnceMax, signalOf)
    } catch (error) {
      turns.pass(name)
      throw error
    }
  }

  return {
    take({ limit }, userId, signalOf) {
      if (!isOn || !limit.reads) return undefined
      const name = `${limit.reads} ${userId}`
      let signal: AbortSignal | undefined
      const waitSignal = () =>
        (signal ??= AbortSignal.any([signalOf(), AbortSignal.timeout(waitMillisecondsMax)]))
      return limit.reads === 'account'
        ? takeAccount(name, waitSignal)
        : turns.take(name, atOnceMax[limit.reads], waitSignal)
    },
    pass({ limit }, userId) {
      if (!isOn || !limit.reads) return
      turns.pass(`${limit.reads} ${userId}`)
      if (limit.reads === 'account') turns.pass('account')
    },
  }
}
