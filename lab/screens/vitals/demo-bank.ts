import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type OwnBank, openOwnBank } from '@bank/e2e/own-bank'

export type DemoPerson = { readonly name: string; readonly email: string; readonly password: string }

/** A separate bank, and its demo people by the beginnings of their names. */
export type DemoBank = OwnBank & { readonly person: (name: string) => DemoPerson }

/** Opens one. */
export async function openDemoBank(): Promise<DemoBank> {
  const bank = await openOwnBank()
  const { people } = JSON.parse(await readFile(join(bank.data, 'demo.json'), 'utf8')) as {
    people: DemoPerson[]
  }
  return { ...bank, person: (name) => people.find((person) => person.name.startsWith(name))! }
}
