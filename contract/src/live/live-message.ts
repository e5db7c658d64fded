/** The specification's three collections (§4, Live updates). */
export type Collection = 'transactions' | 'users' | 'settings'

/** That a row was created or changed. The page asks for its contents through the usual endpoints. */
export type Change = {
  readonly collection: Collection
  /** Which row; null for a row of others, whose ids are not sent, and for the settings. */
  readonly id: string | null
  /** The number of the user's account that lists the transaction; absent for the main account. */
  readonly account?: string | undefined
}

/** What the bank sends. */
export type LiveMessage =
  /** From here on no change is missed. */
  | { readonly type: 'listening' }
  | { readonly type: 'changed'; readonly changes: readonly Change[] }
  /** The answer to a heartbeat. */
  | { readonly type: 'alive' }

/** The path of the live connection. */
export const livePath = '/api/live'

/** The only message that a browser may send. */
export const heartbeat = 'ping'

/** How often each side sends a heartbeat (specification §9). */
export const heartbeatMilliseconds = 20_000

/** The code with which the bank closes a connection that is not to be opened again: its session has ended, or it misbehaved. */
export const closedForGood = 1008
