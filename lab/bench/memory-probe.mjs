import { appendFileSync } from 'node:fs'
import { getHeapStatistics } from 'node:v8'
import { threadId } from 'node:worker_threads'

// `node --import` loads this into each thread of the bank. It appends a sample as JSON to a file several times a second. It is
// JavaScript because Node's stripping of types takes some 15 MB.
const file = /** @type {string} */ (process.env.MEMORY_SAMPLES)
setInterval(() => appendFileSync(file, `${JSON.stringify(sampleOfThread())}\n`), 200).unref()

/** @returns {import('./memory.ts').MemorySample} */
function sampleOfThread() {
  const { used_heap_size: heapUsed, total_heap_size: heapTotal } = getHeapStatistics()
  const { external, arrayBuffers } = process.memoryUsage()
  return { thread: threadId, heapUsed, heapTotal, external, arrayBuffers }
}
