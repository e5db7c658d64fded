import { parseArgs } from 'node:util'
import { whole } from '../arguments.ts'
import { type StrangerName, strangerNames } from './stranger-kinds.ts'

/** Where strangers come from, and whether limits by address count addresses of this machine. */
export type SetUp = (typeof setUps)[number]

export const setUps = [
  { name: 'several', title: 'strangers from 8 addresses, counted', addresses: 8, counted: true },
  { name: 'one', title: 'strangers from one address, counted', addresses: 1, counted: true },
  { name: 'uncounted', title: 'strangers from one address, not counted', addresses: 1, counted: false },
] as const

const setUpNames = setUps.map(({ name }) => name)

/** What a run measures. */
export type FloodArguments = {
  /** The time of each phase with strangers. A quiet phase takes twice as long. */
  readonly seconds: number
  /** The strangers' connections, except where a kind has a number of its own. */
  readonly connections: number
  /** Transfers sent in each second. */
  readonly perSecond: number
  readonly kinds: readonly StrangerName[]
  readonly setUps: readonly SetUp[]
  /** Whether a ratio above the limit ends the command with an error. */
  readonly isStrict: boolean
}

const usage = `
npm run flood -- [--seconds 5] [--connections 50] [--per-second 50] [--strict]
                 [--set-ups ${setUpNames.join()}]
                 [--only ${strangerNames.join()}]`

/** Reads the command's arguments. Throws an Error that names the wrong one and shows what is allowed. */
export function readFloodArguments(given: readonly string[]): FloodArguments {
  try {
    return understand(given)
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${usage}`, { cause: error })
  }
}

function understand(given: readonly string[]): FloodArguments {
  const { values } = parseArgs({
    args: [...given],
    options: {
      seconds: { type: 'string', default: '5' },
      connections: { type: 'string', default: '50' },
      'per-second': { type: 'string', default: '50' },
      only: { type: 'string', default: strangerNames.join() },
      'set-ups': { type: 'string', default: setUpNames.join() },
      strict: { type: 'boolean', default: false },
    },
  })
  return {
    // With 1,000 customers and 100 addresses these numbers stay below the limits of those who send transfers.
    seconds: whole('seconds', values.seconds, 60),
    connections: whole('connections', values.connections, 1_000),
    perSecond: whole('per-second', values['per-second'], 50),
    kinds: values.only.split(',').map((text) => oneOf('only', text, strangerNames)),
    setUps: values['set-ups'].split(',').map((text) => {
      const name = oneOf('set-ups', text, setUpNames)
      return setUps.find((setUp) => setUp.name === name)!
    }),
    isStrict: values.strict,
  }
}

function oneOf<Name extends string>(option: string, text: string, names: readonly Name[]): Name {
  const name = names.find((one) => one === text)
  if (name !== undefined) return name
  throw new Error(`--${option} has "${text}": it must be one or some of ${names.join()}.`)
}
