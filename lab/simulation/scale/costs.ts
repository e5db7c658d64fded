/** Microseconds: once for a batch of the books or a query for sessions, and for each transfer or session in it. */
export type Cost = { readonly once: number; readonly each: number }

/** What the parts of the bank cost in processor time. */
export type Costs = {
  /** The event loop of a process of the bank. Without `once` and `each`: microseconds for each transfer. */
  readonly loop: {
    /** From a request to the look-up of its session: HTTP, headers, the form. */
    readonly request: number
    /** From the outcome of a transfer to its answer. */
    readonly answer: number
    /** A query for sessions: sending and reading. */
    readonly sendLookup: Cost
    readonly readLookup: Cost
    /** A batch of the books: sending its first trip; reading it, deciding, sealing and sending the second trip; reading that. */
    readonly sendFirstTrip: Cost
    readonly decide: Cost
    readonly readSecondTrip: Cost
  }
  /** The other threads of the bank's process, microseconds for each transfer: garbage collection and the compiler. */
  readonly otherThreads: number
  /** A backend of PostgreSQL, by the names of its statements. */
  readonly statements: Readonly<Record<string, Cost>>
  /** What a backend still does for a commit once it is on disk, in microseconds: it releases the locks and answers. */
  readonly afterFlush: number
  /** The program that sends the requests, where it is on the same machine, microseconds for each transfer. */
  readonly sender: number
}

/** Milliseconds. */
export function timeOf({ once, each }: Cost, count: number): number {
  return (once + each * count) / 1_000
}
