import { parseArgs } from 'node:util'

/** What a run measures and for how long. */
export type Arguments = {
  /** How many clients at once, one after the other. */
  readonly connections: readonly number[]
  /** How long each round of each kind lasts. */
  readonly seconds: number
  /** How many rounds of each kind; the median counts. */
  readonly rounds: number
  /** The size of TPC-B's database: 100,000 accounts, 10 tellers and one branch each. */
  readonly scale: number
  readonly parts: readonly Part[]
  /** The sizes of the books whose growth is measured. */
  readonly entries: readonly number[]
  /** Where the server's processor profile is written at its end; undefined for none, as it costs speed. */
  readonly profile: string | undefined
}

/**
 * What can be measured on its own: the JavaScript of the routes, the start of the program, transfers, live updates; and what
 * takes minutes and has to be asked for: the start after a kill, books that grow, the files of a long history, a
 * million users.
 */
export type Part = (typeof allParts)[number]

const usualParts = ['page', 'start', 'transfers', 'latency', 'contention', 'live'] as const
const allParts = [...usualParts, 'restart', 'growth', 'files', 'users'] as const

const usage = `
npm run bench -- [--connections 1,16,64,256] [--seconds 5] [--rounds 3] [--scale 64]
                [--parts all | ${allParts.join()}]
                [--entries 10000,1000000,10000000] [--profile FOLDER]`

/** Reads the command's arguments. Throws an Error that names the wrong one, and shows what is allowed. */
export function readArguments(given: readonly string[]): Arguments {
  try {
    return understand(given)
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${usage}`, { cause: error })
  }
}

function understand(given: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...given],
    options: {
      connections: { type: 'string', default: '1,16,64,256' },
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '3' },
      scale: { type: 'string', default: '64' },
      parts: { type: 'string', default: usualParts.join() },
      entries: { type: 'string', default: '10000,1000000,10000000' },
      profile: { type: 'string' },
    },
  })
  return {
    connections: values.connections.split(',').map((text) => whole('connections', text, 512)),
    seconds: whole('seconds', values.seconds, 3_600),
    rounds: whole('rounds', values.rounds, 100),
    scale: whole('scale', values.scale, 1_000),
    parts: values.parts === 'all' ? allParts : values.parts.split(',').map(partOf),
    entries: values.entries.split(',').map((text) => whole('entries', text, 100_000_000)),
    profile: values.profile,
  }
}

/** Reads the whole number of an argument, from 1. Throws an Error that names the argument and what is allowed. */
export function whole(name: string, text: string, max: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (number >= 1 && number <= max) return number
  throw new Error(`--${name} has "${text}": it must be a whole number from 1 to ${max}.`)
}

function partOf(text: string): Part {
  const part = allParts.find((one) => one === text)
  if (part !== undefined) return part
  throw new Error(`--parts has "${text}": it must be some of ${allParts.join()}.`)
}
