import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export type DemoPerson = { readonly name: string; readonly email: string; readonly password: string }

/** A bank of its own with the demo people, closed and thrown away when it is disposed of. */
export type DemoBank = AsyncDisposable & {
  readonly address: string
  readonly person: (name: string) => DemoPerson
}

/** Opens the built program as the journeys do: a fresh database, any free port, no ticker. */
export async function openDemoBank(): Promise<DemoBank> {
  const bank = spawn(process.execPath, [join(import.meta.dirname, '../open-bank.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const close = async () => {
    if (bank.exitCode !== null) return
    bank.kill('SIGTERM')
    await once(bank, 'exit')
  }
  for await (const line of createInterface({ input: bank.stdout })) {
    const [, address, data] = /^Open on (\S+) with its books in (\S+)$/.exec(line) ?? []
    if (!address || !data) continue
    bank.stdout.resume()
    const { people } = JSON.parse(await readFile(join(data, 'demo.json'), 'utf8')) as { people: DemoPerson[] }
    return {
      address,
      person: (name) => people.find((person) => person.name.startsWith(name))!,
      [Symbol.asyncDispose]: close,
    }
  }
  throw new Error('The bank to look at did not open.')
}
