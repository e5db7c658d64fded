import { Refusal } from './refusal.ts'

/**
 * Limits how much work of one name is under way: `atOnceMax` pieces, and the others wait in their order. Work under other names
 * goes on beside it. Throws the refusal `busy` when `waitingMax` pieces wait already, whatever their names.
 *
 * Packages such as p-limit neither refuse nor know names; around one of them this would be as long as it is.
 */
export function openLimiter({ atOnceMax, waitingMax }: { atOnceMax: number; waitingMax: number }) {
  const queues = new Map<string, { underWay: number; waiting: (() => void)[] }>()
  let waitingCount = 0
  return async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const queue = queues.get(name) ?? { underWay: 0, waiting: [] }
    queues.set(name, queue)
    if (queue.underWay < atOnceMax) queue.underWay++
    else {
      if (waitingCount >= waitingMax) throw new Refusal('busy')
      waitingCount++
      // The work that ends hands its place on, so that no later call takes it in between.
      await new Promise<void>((resolve) => queue.waiting.push(resolve))
      waitingCount--
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
