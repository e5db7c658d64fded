import { Refusal } from '../refusal.ts'

/**
 * Work that waits its turn: at most `atOnceMax` are done at a time. Refuses with `busy` when `waitingMax` wait already.
 */
export function openTurns({ atOnceMax, waitingMax }: { atOnceMax: number; waitingMax: number }) {
  const waiting: (() => void)[] = []
  let atWork = 0
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (atWork < atOnceMax) atWork++
    else {
      if (waiting.length >= waitingMax) throw new Refusal('busy')
      // Whoever finishes hands the place on, so that nobody slips in between.
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else atWork--
    }
  }
}
