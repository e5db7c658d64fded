/** What the live connection speaks of: the specification's three collections (§4, Live updates). */
export type Collection = 'transactions' | 'users' | 'settings'

/** That something was created or changed, and never what it says: whoever hears of it asks for it. */
export type Change = {
  readonly collection: Collection
  /** Which row; null for one that is not told apart, and for many. */
  readonly id: string | null
}

/** What the bank says on the live connection. */
export type LiveMessage =
  /** From here on nothing is missed. */
  | { readonly type: 'listening' }
  | { readonly type: 'changed'; readonly changes: readonly Change[] }
  /** The answer to a heartbeat. */
  | { readonly type: 'alive' }

/** Where a browser opens its live connection. */
export const livePath = '/api/live'

/** All that a browser may say there: that it is still there. */
export const heartbeat = 'ping'

/** How often each side lets the other know that it is there, in milliseconds (specification §9). */
export const heartbeatMilliseconds = 20_000

/** How the bank closes a connection that is not to come back: its session has ended, or something else was said on it. */
export const closedForGood = 1008
