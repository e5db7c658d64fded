import { on } from 'node:events'
import { parentPort } from 'node:worker_threads'

/** In the worker thread of a drawing: the batches that `drawInThread` was given. */
export async function* receivedBatches<Batch>(): AsyncGenerator<Batch> {
  for await (const [batch] of on(parentPort!, 'message')) {
    if (batch === endOfBatches) return
    yield batch
  }
}

/** Sent after the last batch. */
export const endOfBatches = null
