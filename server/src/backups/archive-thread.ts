import { parentPort, workerData } from 'node:worker_threads'
import { lowerPriority } from '../low-priority.ts'
import { type ArchiveSettings, runArchive } from './archive-loop.ts'

// A thread of its own: a backup reads and sums gigabytes, and no request may wait for it. Sends its status to the bank, which sends a
// message when it closes.

lowerPriority('lowest')
const closing = new AbortController()
parentPort?.once('message', () => closing.abort())
await runArchive(workerData as ArchiveSettings, (status) => parentPort?.postMessage(status), closing.signal)
parentPort?.close()
