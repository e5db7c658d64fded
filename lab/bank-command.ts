import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The root of this checkout. */
export const root = resolve(import.meta.dirname, '..')

/** What `npm start` gives to Node: environment variables, and options with the program. The lab runs what people run. */
export type StartCommand = {
  readonly env: Readonly<Record<string, string>>
  readonly args: readonly string[]
}

export function startCommand(checkout = root): StartCommand {
  const text = readFileSync(join(checkout, 'package.json'), 'utf8')
  const { scripts } = JSON.parse(text) as { scripts: { start: string } }
  const parts = /^((?:[A-Z_]+=\S+ )*)exec node (.+)$/.exec(scripts.start)
  if (!parts) throw new Error(`npm start of ${checkout} is "${scripts.start}", which is not "exec node …".`)
  const [, variables = '', args = ''] = parts
  const pairs = variables
    .split(' ')
    .filter(Boolean)
    .map((pair) => pair.split('='))
  return { env: Object.fromEntries(pairs), args: args.split(' ') }
}
