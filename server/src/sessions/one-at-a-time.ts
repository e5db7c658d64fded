import { Refusal } from '../refusal.ts'

// As many as may wait for a password's hash: more would only wait there.
const waitingMax = 64

/** Work under one name, one after the other; other names go on beside it. Refuses with `busy` when too many wait. */
export function openOneAtATime() {
  const queues = new Map<string, (() => void)[]>()
  let waiting = 0
  return async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const queue = queues.get(name)
    if (queue) {
      if (waiting >= waitingMax) throw new Refusal('busy')
      waiting++
      await new Promise<void>((resolve) => queue.push(resolve))
      waiting--
    } else queues.set(name, [])
    try {
      return await work()
    } finally {
      const next = queues.get(name)?.shift()
      if (next) next()
      else queues.delete(name)
    }
  }
}
