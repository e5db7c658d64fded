import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

/** The root of this checkout. */
export const root = resolve(import.meta.dirname, '..')

/** The options and the program that `npm start` gives to Node, so that the lab runs what people run. */
export function startArguments(checkout = root): string[] {
  const text = readFileSync(join(checkout, 'package.json'), 'utf8')
  const { scripts } = JSON.parse(text) as { scripts: { start: string } }
  const [exec, node, ...given] = scripts.start.split(' ')
  if (exec === 'exec' && node === 'node') return given
  throw new Error(`npm start of ${checkout} is "${scripts.start}", which is not "exec node …".`)
}

/** Waits for the bank's Ready line and returns its address; undefined when the bank ends without it. */
export async function readyAddress(child: ChildProcess): Promise<string | undefined> {
  for await (const line of createInterface({ input: child.stdout! })) {
    const address = /Ready on (http:\S+)/.exec(line)?.[1]
    if (address !== undefined) return address
  }
}
