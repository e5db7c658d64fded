import { appendFileSync } from 'node:fs'
import { getHeapStatistics } from 'node:v8'
import { threadId } from 'node:worker_threads'

/** What one thread of the bank holds, in bytes. */
export type MemorySample = {
  /** 0 is the main thread. */
  readonly thread: number
  readonly heapUsed: number
  /** What V8 has reserved for the heap, used or not. */
  readonly heapTotal: number
  /** What objects of the heap hold outside of it, array buffers included. */
  readonly external: number
  readonly arrayBuffers: number
}

// `node --import` loads this into each thread of the bank. It appends a line of JSON to a file several times a second.
const file = process.env.MEMORY_SAMPLES!
const takeSample = () => appendFileSync(file, `${JSON.stringify(sampleOfThread())}\n`)
setInterval(takeSample, 200).unref()

function sampleOfThread(): MemorySample {
  const { used_heap_size: heapUsed, total_heap_size: heapTotal } = getHeapStatistics()
  const { external, arrayBuffers } = process.memoryUsage()
  return { thread: threadId, heapUsed, heapTotal, external, arrayBuffers }
}
