import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A separate bank beside the journeys', closed and deleted when it is disposed of. */
export type OwnBank = AsyncDisposable & {
  readonly address: string
  /** The folder with its books. */
  readonly data: string
  /** Moves the bank's clock forward by the number of days in the setting `CLOCK`. */
  readonly passDays: () => void
}

/** Opens the built program: a fresh database, the demo people, any free port, no ticker by default. */
export async function openOwnBank(settings: Readonly<Record<string, string>> = {}): Promise<OwnBank> {
  const bank = spawn(process.execPath, [join(import.meta.dirname, 'open-bank.ts')], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(bank, 'exit')
  for await (const line of createInterface({ input: bank.stdout })) {
    const [, address, data] = /^Open on (\S+) with its books in (\S+)$/.exec(line) ?? []
    if (!address || !data) continue
    // The rest of its output is not read, and must not fill the pipe.
    bank.stdout.resume()
    return {
      address,
      data,
      passDays: () => void bank.kill('SIGALRM'),
      [Symbol.asyncDispose]: async () => {
        bank.kill('SIGTERM')
        await ended
      },
    }
  }
  throw new Error('The bank did not open')
}
