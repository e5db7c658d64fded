/** Work that waits for its batch, and the callbacks of its caller. */
type Waiting<Work, Result> = {
  readonly work: Work
  /** When it was submitted, on the clock of `elapsed`. */
  readonly since: number
  readonly resolve: (result: Result) => void
  readonly reject: (reason: unknown) => void
}

export type Lane<Work, Result> = {
  /** Resolves with the work's result once its batch is done. Throws `busy` at once when the queue is full or closed. */
  readonly submit: (work: Work) => Promise<Result>
  /** Takes no more work, and resolves when everything submitted before has been answered. */
  readonly close: () => Promise<void>
}

type LaneOptions<Work, Result> = {
  /** `since` is when the oldest work of the batch was submitted, on the clock of `elapsed`. */
  readonly doBatch: (batch: readonly Work[], since: number) => Promise<readonly Result[]>
  /** False for an error that each work of the batch would get. */
  readonly mayBeSplit: (error: unknown) => boolean
  readonly batchMax: number
  /** Up to this size a batch is not halved: the fixed cost of a second batch would outweigh the gain. */
  readonly undividedMax: number
  readonly queueMax: number
  /** Work that has waited longer is refused: its caller has given up. */
  readonly waitMillisecondsMax: number
  /** Milliseconds on a monotonic clock. */
  readonly elapsed?: () => number
  readonly busy: () => Error
}

/**
 * Runs work in batches, one batch at a time: what arrives during a batch forms the next. There is no timer: an idle lane
 * starts at once with a batch of one. A batch that fails is run again one by one, so that work that cannot be done does
 * not fail the rest of its batch.
 *
 * A caller that got its answer soon submits again. If a batch took all waiting work, most callers would end up in one
 * large batch, and the process and the database would work in turns. So a batch takes at most half of the last batch and
 * the queue together: one half is answered while the other is written
 * (docs/decisions/0017-one-lane-on-the-servers-own-thread.md).
 */
export function openLane<Work, Result>(options: LaneOptions<Work, Result>): Lane<Work, Result> {
  const { doBatch, mayBeSplit, busy, elapsed = () => performance.now() } = options
  const queue: Waiting<Work, Result>[] = []
  let running: Promise<void> | null = null
  let isClosed = false
  let lastSize = 0

  async function run(): Promise<void> {
    while (queue.length > 0) {
      const startedSince = elapsed() - options.waitMillisecondsMax
      const overdue = queue.findIndex(({ since }) => since >= startedSince)
      refuse(queue.splice(0, overdue === -1 ? queue.length : overdue))
      if (queue.length > 0) await answer(nextBatch())
    }
    running = null
  }

  function nextBatch(): Waiting<Work, Result>[] {
    const half = Math.ceil((lastSize + queue.length) / 2)
    const batch = queue.splice(0, Math.min(Math.max(half, options.undividedMax), options.batchMax))
    lastSize = batch.length
    return batch
  }

  async function answer(batch: readonly Waiting<Work, Result>[]): Promise<void> {
    try {
      const works = batch.map(({ work }) => work)
      const results = await doBatch(works, batch[0]!.since)
      for (const [index, { resolve }] of batch.entries()) resolve(results[index]!)
    } catch (error) {
      if (batch.length > 1 && mayBeSplit(error)) await answerOneByOne(batch)
      else for (const { reject } of batch) reject(error)
    }
  }

  async function answerOneByOne(batch: readonly Waiting<Work, Result>[]): Promise<void> {
    for (const [index, { work, since, resolve, reject }] of batch.entries()) {
      try {
        const [result] = await doBatch([work], since)
        resolve(result!)
      } catch (error) {
        reject(error)
        // The rest would get the same error. Nothing of it was begun.
        if (!mayBeSplit(error)) return refuse(batch.slice(index + 1))
      }
    }
  }

  function refuse(these: readonly Waiting<Work, Result>[]): void {
    for (const { reject } of these) reject(busy())
  }

  return {
    submit: (work) =>
      new Promise((resolve, reject) => {
        if (isClosed || queue.length >= options.queueMax) return reject(busy())
        queue.push({ work, since: elapsed(), resolve, reject })
        running ??= run()
      }),
    close: async () => {
      isClosed = true
      await running
    },
  }
}
