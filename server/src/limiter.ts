import { Refusal } from './refusal.ts'

/**
 * Limits concurrent work by name: `atOnceMax` calls of one name run at the same time, the others wait in order. Throws the refusal
 * `busy` when `waitingMax` calls of all names already wait, and to a call that would wait, or waits, when its signal is aborted.
 *
 * Packages such as p-limit neither refuse nor know names. A wrapper around one of them would be as long as this.
 */
export function openLimiter({ atOnceMax, waitingMax }: { atOnceMax: number; waitingMax: number }) {
  const turns = openTurns(waitingMax)
  const limited = async <Result>(
    name: string,
    work: () => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> => {
    const turn = turns.take(name, atOnceMax, () => signal)
    if (turn) await turn
    try {
      return await work()
    } finally {
      turns.pass(name)
    }
  }
  return Object.assign(limited, { waitingCount: turns.waitingCount })
}

/** The turns of concurrent work, for callers that most often need not wait. */
export type Turns = {
  /**
   * Takes a turn under a name. Returns undefined when the work may start at once, otherwise when it may start. Throws, or rejects
   * with, `busy` like `openLimiter`. `signalOf` is called for work that would wait.
   */
  readonly take: (
    name: string,
    atOnceMax: number,
    signalOf: () => AbortSignal | undefined,
  ) => Promise<void> | undefined
  /** The work under this name has ended. */
  readonly pass: (name: string) => void
  /** How many calls of all names wait. */
  readonly waitingCount: () => number
}

/** At most `waitingMax` calls of all names wait. */
export function openTurns(waitingMax: number): Turns {
  const queues = new Map<string, { underWay: number; waiting: (() => void)[] }>()
  let waitingCount = 0
  return {
    take(name, atOnceMax, signalOf) {
      const queue = queues.get(name)
      if (queue === undefined) return void queues.set(name, { underWay: 1, waiting: [] })
      if (queue.underWay < atOnceMax) return void queue.underWay++
      const signal = signalOf()
      if (signal?.aborted || waitingCount >= waitingMax) throw new Refusal('busy')
      waitingCount++
      return waitInLine(queue.waiting, signal, () => waitingCount--)
    },
    pass(name) {
      const queue = queues.get(name)!
      const next = queue.waiting.shift()
      if (next) next()
      else if (--queue.underWay === 0) queues.delete(name)
    },
    waitingCount: () => waitingCount,
  }
}

/** Work that ends passes its slot on directly, so that no later call takes it first. */
function waitInLine(
  waiting: (() => void)[],
  signal: AbortSignal | undefined,
  waited: () => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      waiting.splice(waiting.indexOf(start), 1)
      waited()
      reject(new Refusal('busy'))
    }
    const start = () => {
      signal?.removeEventListener('abort', leave)
      waited()
      resolve()
    }
    waiting.push(start)
    signal?.addEventListener('abort', leave, { once: true })
  })
}
