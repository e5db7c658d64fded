import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { DatabaseAddress } from '../postgres/database-address.ts'
import { hasArchive, leaveArchive } from './archive.ts'
import { type ArchiveSettings, type ArchiveStatus, dropArchiveSlot } from './archive-loop.ts'

/** Backups that are made while the bank runs. */
export type Archiving = {
  readonly status: () => ArchiveStatus
  /** Ends it after what was committed is archived, or after a few seconds. */
  readonly close: () => Promise<void>
}

const restartMilliseconds = 10_000
const closeMillisecondsMax = 4_000
const endMillisecondsMax = 500

/** Starts the thread that archives WAL and makes backups. `warn` gets a line when it begins to fail, and when it works again. */
export function startArchiving(settings: ArchiveSettings, warn: (line: string) => void): Archiving {
  let status: ArchiveStatus = { lastBackupAt: null, archivedUntil: null, failure: null }
  let isClosing = false
  let worker = start()

  function start(): Worker {
    const started = new Worker(new URL('./archive-thread.ts', import.meta.url), { workerData: settings })
    started.unref()
    started.on('message', take)
    started.on('error', (error) => take({ ...status, failure: error.message }))
    started.on('exit', () => {
      if (isClosing) return
      setTimeout(() => {
        if (!isClosing) worker = start()
      }, restartMilliseconds).unref()
    })
    return started
  }

  function take(next: ArchiveStatus) {
    if (next.failure !== null && next.failure !== status.failure) {
      warn(`Backups are failing, and the bank goes on without them: ${next.failure}`)
    }
    if (next.failure === null && status.failure !== null) warn('Backups work again.')
    status = next
  }

  return {
    status: () => status,
    close: async () => {
      isClosing = true
      const ended = once(worker, 'exit')
      worker.postMessage('close')
      await Promise.race([ended, wait(closeMillisecondsMax, undefined, { ref: false })])
      void worker.terminate()
      const hasEnded = await Promise.race([ended, wait(endMillisecondsMax, false, { ref: false })])
      // In a system call that does not return. The program ends without it.
      if (!hasEnded)
        throw new Error('The archive does not end: its disk, the one of BACKUP_DIR, does not answer.')
    },
  }
}

/** Without BACKUP_DIR: ends the archive of a data folder that had one, so that its server keeps no WAL for it. */
export async function endArchive(dataDir: string, address: DatabaseAddress): Promise<void> {
  if (!hasArchive(dataDir)) return
  await dropArchiveSlot(address)
  leaveArchive(dataDir)
}
