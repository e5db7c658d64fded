import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Intent, LogRecord, Outcome } from './records.ts'

/** The clients' intents and outcomes in a file, for the checker. */
export type IntentLog = {
  /** Resolves when the intent is on the disk. Only then may it be sent. */
  readonly intend: (intent: Intent) => Promise<void>
  readonly conclude: (outcome: Outcome) => void
  readonly close: () => Promise<void>
}

/** Opens a log at `path`. Records that arrive during a write are written together. */
export async function openIntentLog(path: string): Promise<IntentLog> {
  const file = await open(path, 'a')
  let waiting: { line: string; done: () => void }[] = []
  let writing: Promise<void> | undefined

  function add(record: LogRecord, done: () => void): void {
    waiting.push({ line: `${JSON.stringify(record)}\n`, done })
    writing ??= write()
  }

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      await file.appendFile(batch.map(({ line }) => line).join(''))
      await file.datasync()
      for (const { done } of batch) done()
    }
    writing = undefined
  }

  return {
    intend: (intent) => new Promise((done) => add(intent, done)),
    conclude: (outcome) => add(outcome, () => {}),
    async close() {
      await writing
      await file.close()
    },
  }
}

export async function readIntentLog(path: string): Promise<LogRecord[]> {
  const records: LogRecord[] = []
  for await (const line of createInterface({ input: createReadStream(path) })) {
    records.push(JSON.parse(line) as LogRecord)
  }
  return records
}
