import { Refusal } from './refusal.ts'

/**
 * Limits concurrent work by name: `atOnceMax` calls of one name run at the same time, the others wait in order. Throws the refusal
 * `busy` when `waitingMax` calls of all names already wait, and to a call that would wait, or waits, when its signal is aborted.
 *
 * Packages such as p-limit neither refuse nor know names. A wrapper around one of them would be as long as this.
 */
export function openLimiter({ atOnceMax, waitingMax }: { atOnceMax: number; waitingMax: number }) {
  const queues = new Map<string, { underWay: number; waiting: (() => void)[] }>()
  let waitingCount = 0
  return async <Result>(name: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> => {
    const queue = queues.get(name) ?? { underWay: 0, waiting: [] }
    queues.set(name, queue)
    if (queue.underWay < atOnceMax) queue.underWay++
    else {
      if (signal?.aborted || waitingCount >= waitingMax) throw new Refusal('busy')
      waitingCount++
      try {
        await waitInLine(queue.waiting, signal)
      } finally {
        waitingCount--
      }
    }
    try {
      return await work()
    } finally {
      const next = queue.waiting.shift()
      if (next) next()
      else if (--queue.underWay === 0) queues.delete(name)
    }
  }
}

/** Work that ends passes its slot on directly, so that no later call takes it first. */
function waitInLine(waiting: (() => void)[], signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      waiting.splice(waiting.indexOf(start), 1)
      reject(new Refusal('busy'))
    }
    const start = () => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }
    waiting.push(start)
    signal?.addEventListener('abort', leave, { once: true })
  })
}
