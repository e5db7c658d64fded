import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Refusal } from '../refusal.ts'
import { endOfBatches } from './received-batches.ts'

// Several times what the longest document takes on a slow machine.
const drawingMillisecondsMax = 60_000
const drawingMegabytesMax = 256

// Most objects of a drawing are short-lived. The usual 48 MB of room for new ones would be filled before any are cleared away.
const newObjectsMegabytesMax = 16

/** A document to draw. */
type Drawing = {
  /** The program of the worker thread. It gets `content` as `workerData`, and posts the PDF. */
  readonly file: URL
  readonly content: unknown
  /** What is sent to the worker thread while it starts, see `receivedBatches`. */
  readonly batches?: AsyncIterable<unknown>
  /** Ends the drawing when it is aborted. */
  readonly signal: AbortSignal
}

/**
 * Draws a PDF in a worker thread, so that the event loop stays free: ten thousand lines take seconds. Throws `busy` when it takes
 * too long, and when the signal is aborted, which ends the thread at once.
 */
export async function drawInThread({ file, content, batches, signal }: Drawing): Promise<Uint8Array> {
  const ending = AbortSignal.any([signal, AbortSignal.timeout(drawingMillisecondsMax)])
  if (ending.aborted) throw new Refusal('busy')
  const worker = new Worker(file, {
    workerData: content,
    resourceLimits: {
      maxOldGenerationSizeMb: drawingMegabytesMax,
      maxYoungGenerationSizeMb: newObjectsMegabytesMax,
    },
  })
  // An error may still arrive when the drawing has already been given up: without a listener it would end the process.
  worker.on('error', () => {})
  const sendBatches = async () => {
    for await (const batch of batches ?? []) {
      if (ending.aborted) return
      worker.postMessage(batch)
    }
    worker.postMessage(endOfBatches)
  }
  try {
    const [[bytes]] = await Promise.all([once(worker, 'message', { signal: ending }), sendBatches()])
    return bytes as Uint8Array
  } catch (error) {
    throw ending.aborted ? new Refusal('busy') : error
  } finally {
    await worker.terminate()
  }
}
