import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Refusal } from '../refusal.ts'

// Several times what the longest takes on a slow machine, in time and in memory.
const drawingMillisecondsMax = 60_000
const drawingMegabytesMax = 512

/**
 * Draws a paper in a thread of its own, so that the bank answers others meanwhile: ten thousand lines take seconds. `file`
 * is the thread's program, which is handed `paper` and answers with a PDF. Throws `busy` when it takes too long.
 */
export async function drawInThread(file: URL, paper: unknown): Promise<Uint8Array> {
  const worker = new Worker(file, {
    workerData: paper,
    resourceLimits: { maxOldGenerationSizeMb: drawingMegabytesMax },
  })
  const tooLong = AbortSignal.timeout(drawingMillisecondsMax)
  try {
    const [bytes] = await once(worker, 'message', { signal: tooLong })
    return bytes as Uint8Array
  } catch (error) {
    throw tooLong.aborted ? new Refusal('busy') : error
  } finally {
    await worker.terminate()
  }
}
