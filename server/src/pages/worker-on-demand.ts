import { Worker } from 'node:worker_threads'

export type WorkerOnDemand = {
  /** Runs work on the thread. Starts the thread when there is none. */
  readonly use: <Result>(work: (worker: Worker) => Promise<Result>) => Promise<Result>
  /** The number of uses under way. */
  readonly uses: () => number
  /** Ends the thread. Work under way on it fails or never ends. */
  readonly stop: () => Promise<void>
}

type Settings = {
  readonly file: URL
  readonly workerData: unknown
  readonly megabytesMax: number
  /** A thread without work is ended after this time, which frees its memory. */
  readonly idleMs: number
  /** Called when the thread fails or ends by itself. */
  readonly onFailure: (error: Error) => void
}

/** Opens a worker thread that is started for the first work and ended when it has been idle. */
export function openWorkerOnDemand({
  file,
  workerData,
  megabytesMax,
  idleMs,
  onFailure,
}: Settings): WorkerOnDemand {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let uses = 0

  function start(): Worker {
    const started = new Worker(file, {
      workerData,
      // Node's option --max-semi-space-size would overrule the second limit.
      resourceLimits: { maxOldGenerationSizeMb: megabytesMax, maxYoungGenerationSizeMb: 8 },
    })
    started.unref()
    // A thread that was stopped on purpose is no longer `worker`.
    const fail = (error: Error) => started === worker && onFailure(error)
    started.on('error', fail)
    started.on('exit', () => fail(new Error('the thread has ended')))
    return started
  }

  async function stop(): Promise<void> {
    clearTimeout(idle)
    const stopped = worker
    worker = undefined
    await stopped?.terminate()
  }

  return {
    stop,
    uses: () => uses,
    async use(work) {
      uses++
      clearTimeout(idle)
      worker ??= start()
      try {
        return await work(worker)
      } finally {
        uses--
        if (uses === 0 && worker) idle = setTimeout(stop, idleMs).unref()
      }
    },
  }
}
