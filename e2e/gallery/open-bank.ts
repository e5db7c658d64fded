import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Opens a bank as the journeys do, with its demo people, and tells the rest of this process where it is. */
export async function openBank(): Promise<{ close: () => Promise<void> }> {
  const bank = spawn(process.execPath, [join(import.meta.dirname, '..', 'open-bank.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(bank, 'exit')
  for await (const line of createInterface({ input: bank.stdout })) {
    const [, address, data] = /^Open on (\S+) with its books in (\S+)$/.exec(line) ?? []
    if (!address) continue
    process.env.BANK_URL = address
    process.env.BANK_DATA = data
    return {
      close: async () => {
        bank.kill('SIGTERM')
        await ended
      },
    }
  }
  throw new Error('The bank did not open')
}
