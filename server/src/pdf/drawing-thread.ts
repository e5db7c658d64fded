import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Refusal } from '../refusal.ts'

// Several times the time and memory that the longest document takes on a slow machine.
const drawingMillisecondsMax = 60_000
const drawingMegabytesMax = 512

/**
 * Draws a PDF in a worker thread, so that the event loop stays free: ten thousand lines take seconds. `file` is the worker's
 * program, which gets `content` as `workerData` and posts the PDF. Throws `busy` when it takes too long.
 */
export async function drawInThread(file: URL, content: unknown): Promise<Uint8Array> {
  const worker = new Worker(file, {
    workerData: content,
    resourceLimits: { maxOldGenerationSizeMb: drawingMegabytesMax },
  })
  const timeout = AbortSignal.timeout(drawingMillisecondsMax)
  try {
    const [bytes] = await once(worker, 'message', { signal: timeout })
    return bytes as Uint8Array
  } catch (error) {
    throw timeout.aborted ? new Refusal('busy') : error
  } finally {
    await worker.terminate()
  }
}
