import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type DemoPerson = { name: string; email: string; password: string; pin: string; role: string }

/** Active, with three months of history. Journeys only read her account: they share it. */
export const alice = () => named('Alice')
/** Not yet active. */
export const bruno = () => named('Bruno')
/** An administrator. */
export const clara = () => named('Clara')

/** The second administrator. */
export const emma = () => named('Emma')
/** An auditor. */
export const arun = () => named('Arun')

/** The passcode that elevates an administrator's session. */
export const passcode = () => demo().passcode

function named(name: string): DemoPerson {
  return demo().people.find((person) => person.name.startsWith(name))!
}

function demo(): { people: DemoPerson[]; passcode: string } {
  return JSON.parse(readFileSync(join(process.env.BANK_DATA!, 'demo.json'), 'utf8'))
}
