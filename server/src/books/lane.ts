/** A command that waits for its batch, and how its caller is answered. */
type Waiting<Work, Result> = {
  readonly work: Work
  readonly resolve: (result: Result) => void
  readonly reject: (reason: unknown) => void
}

export type Lane<Work, Result> = {
  /** Resolves with the work's result once its batch is done. Throws at once when the queue is full. */
  readonly submit: (work: Work) => Promise<Result>
  /** Resolves when everything submitted so far has been answered. */
  readonly drained: () => Promise<void>
}

/**
 * Does work in batches, one batch at a time: what arrives while a batch is under way forms the next. No timers: an
 * idle lane starts at once with a batch of one. A batch that fails is done again one by one, so that one piece of
 * work that cannot be done does not take its neighbours with it.
 */
export function openLane<Work, Result>({
  doBatch,
  mayBeSplit,
  batchMax,
  queueMax,
  queueFull,
}: {
  readonly doBatch: (batch: readonly Work[]) => Promise<readonly Result[]>
  /** False for an error that would meet each of the batch alike. */
  readonly mayBeSplit: (error: unknown) => boolean
  readonly batchMax: number
  readonly queueMax: number
  readonly queueFull: () => Error
}): Lane<Work, Result> {
  const queue: Waiting<Work, Result>[] = []
  let running: Promise<void> | null = null

  async function run(): Promise<void> {
    while (queue.length > 0) await answer(queue.splice(0, batchMax))
    running = null
  }

  async function answer(batch: readonly Waiting<Work, Result>[]): Promise<void> {
    try {
      const results = await doBatch(batch.map(({ work }) => work))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index]!)
    } catch (error) {
      if (batch.length > 1 && mayBeSplit(error)) {
        for (const one of batch) await answer([one])
      } else {
        for (const { reject } of batch) reject(error)
      }
    }
  }

  return {
    submit: (work) =>
      new Promise((resolve, reject) => {
        if (queue.length >= queueMax) return reject(queueFull())
        queue.push({ work, resolve, reject })
        running ??= run()
      }),
    drained: async () => {
      await running
    },
  }
}
